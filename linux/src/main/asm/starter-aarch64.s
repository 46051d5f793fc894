// The starter: runs a list of system calls given as data, the last of which is execve.
// An entry of the list is eight 64-bit words: number, six arguments, and what to do with the answer:
// 0 go on unless it is negative; 1 the same, but whoever gets a positive one (the parent half of a
// clone) reports and ends; 2 keep it in this word and go on whatever it is.
// Reporting is writing the entry, with the answer in its last word, to descriptor 3; a negative
// answer ends with status 127, a parent half with 0.
// The two halves of a vfork share this memory: nothing is stored between a clone and the halves'
// parting.
	.globl	_start
_start:
	mov	x19, #0x600000		// the list: first thing in the data segment
next:
	ldp	x8, x0, [x19]		// number, arguments
	ldp	x1, x2, [x19, #16]
	ldp	x3, x4, [x19, #32]
	ldr	x5, [x19, #48]
	svc	#0
	ldr	x9, [x19, #56]		// what to do with the answer
	cmp	x9, #2
	b.eq	keep
	tbnz	x0, #63, failed
	cbz	x0, advance		// the child half of a clone, too
	cbnz	x9, parent
advance:
	add	x19, x19, #64
	b	next
keep:
	str	x0, [x19, #56]
	b	advance
failed:
	mov	x20, #127
	b	report
parent:
	mov	x20, #0
report:
	str	x0, [x19, #56]		// the negated errno, or the child's number
	mov	x8, #64			// write
	mov	x0, #3
	mov	x1, x19
	mov	x2, #64
	svc	#0
	mov	x8, #94			// exit_group
	mov	x0, x20
	svc	#0
