# The starter: runs a list of system calls given as data, the last of which is execve.
# An entry of the list is eight 64-bit words: number, six arguments, room for the result.
# A call that fails ends it: the entry is written to descriptor 3, then exit_group(127).
	.intel_syntax noprefix
	.globl	_start
_start:
	mov	ebx, 0x600000		# the list: first thing in the data segment
next:
	mov	rax, [rbx]		# number
	mov	rdi, [rbx + 8]
	mov	rsi, [rbx + 16]
	mov	rdx, [rbx + 24]
	mov	r10, [rbx + 32]
	mov	r8, [rbx + 40]
	mov	r9, [rbx + 48]
	syscall
	test	rax, rax
	js	failed
	add	rbx, 64
	jmp	next
failed:
	mov	[rbx + 56], rax		# the negated errno
	mov	eax, 1			# write
	mov	edi, 3
	mov	rsi, rbx
	mov	edx, 64
	syscall
	mov	eax, 231		# exit_group
	mov	edi, 127
	syscall
