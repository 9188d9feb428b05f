/** Where a press becomes a drag: a few pixels of the mouse, a long press of a finger, which scrolls until then. */
export const MOUSE = { activationConstraint: { distance: 6 } }
export const TOUCH = { activationConstraint: { delay: 250, tolerance: 8 } }
