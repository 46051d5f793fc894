# The starter: runs a list of system calls given as data, the last of which is execve.
# An entry of the list is eight 64-bit words: number, six arguments, and what to do with the answer:
# 0 go on unless it is negative; 1 the same, but whoever gets a positive one (the parent half of a
# clone) reports and ends; 2 keep it in this word and go on whatever it is.
# Reporting is writing the entry, with the answer in its last word, to descriptor 3; a negative
# answer ends with status 127, a parent half with 0.
# The two halves of a vfork share this memory: nothing is stored between a clone and the halves'
# parting.
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
	mov	rcx, [rbx + 56]		# what to do with the answer
	cmp	ecx, 2
	je	keep
	test	rax, rax
	js	failed
	jz	advance			# the child half of a clone, too
	test	ecx, ecx
	jnz	parent
advance:
	add	rbx, 64
	jmp	next
keep:
	mov	[rbx + 56], rax
	jmp	advance
failed:
	mov	r12d, 127
	jmp	report
parent:
	xor	r12d, r12d
report:
	mov	[rbx + 56], rax		# the negated errno, or the child's number
	mov	eax, 1			# write
	mov	edi, 3
	mov	rsi, rbx
	mov	edx, 64
	syscall
	mov	eax, 231		# exit_group
	mov	edi, r12d
	syscall
