export const mostNotes = 2000
/** Characters. */
export const mostNoteLength = 20_000
/** Characters of the beginning that a list shows. */
export const noteBeginning = 160
