package dev.pinfold.egress;

/** One header field, its value without the blanks around it. */
record Header(String name, String value) {
  boolean is(String other) {
    return name.equalsIgnoreCase(other);
  }
}
