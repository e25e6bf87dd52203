import type { EndpointKey, EndpointOutput } from '@netward/contract'

export const noteList = 'POST /api/v1/assistant/note/lists'
export const noteDetail = 'GET /api/v1/assistant/note/:noteId'
export type NoteRow = EndpointOutput<typeof noteList>['items'][number]

/** What a change of a note makes old. */
export const afterNote: readonly EndpointKey[] = [noteList, noteDetail]
