package dev.pinfold.agent.model;

/**
 * A server-sent event.
 *
 * @param name {@code message} if the server gave none
 * @param data its lines, with line feeds between them
 */
record SseEvent(String name, String data) {}
