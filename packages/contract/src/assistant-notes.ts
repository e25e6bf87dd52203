import { z } from 'zod'
import { mostNoteLength } from './assistant-note-values.ts'
import { endpoint } from './endpoint.ts'
import { done, id, instant, name, pageInput, pageOf } from './schemas.ts'

const access = 'DMS_SERVER_ASSISTANT'
const edits = 'DMS_SERVER_ASSISTANT_NOTE'

const row = {
  id,
  title: z.string(),
  editedAt: instant,
  editedBy: z.string(),
}

const written = {
  title: name,
  text: z.string().trim().min(1).max(mostNoteLength),
}

export const pageNotes = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/assistant/note/lists',
  access,
  summary: 'Runbooks and notes of the company acted in, which the assistant searches',
  input: pageInput.extend({
    /** Words that the title or the text holds; those of the title come first. */
    search: z.string().trim().max(200).optional(),
    sort: z.enum(['title', '-title', 'editedAt', '-editedAt']).optional(),
  }),
  output: pageOf(
    z.object({
      ...row,
      /** The beginning of the text. */
      beginning: z.string(),
    }),
  ),
})

export const getNote = endpoint({
  method: 'GET',
  path: '/api/v1/assistant/note/:noteId',
  access,
  summary: 'One note',
  input: z.object({ noteId: id }),
  output: z.object({ ...row, text: z.string() }),
  errors: ['assistant.note_not_found'],
})

export const addNote = endpoint({
  method: 'POST',
  path: '/api/v1/assistant/note',
  access: edits,
  summary: 'Write a note',
  input: z.object(written),
  output: z.object({ id }),
  errors: ['assistant.note_title_taken', 'assistant.too_many_notes'],
  audit: 'assistant.note_added',
})

export const editNote = endpoint({
  method: 'PUT',
  path: '/api/v1/assistant/note/:noteId',
  access: edits,
  summary: 'Change a note',
  input: z.object({ noteId: id, ...written }),
  output: done,
  errors: ['assistant.note_not_found', 'assistant.note_title_taken'],
  audit: 'assistant.note_edited',
})

export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/api/v1/assistant/note/:noteId',
  access: edits,
  summary: 'Delete a note',
  input: z.object({ noteId: id }),
  output: done,
  errors: ['assistant.note_not_found'],
  audit: 'assistant.note_deleted',
})
