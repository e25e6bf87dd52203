import type { assistantNoteApi } from '@netward/contract'
import type * as codes from '@netward/contract/assistant-notes-codes'
import type { DomainTexts } from '../domain-texts.ts'

export const assistantNotes = {
  hint: 'Runbooks and notes of {{company}}. The assistant searches them when it answers.',
  add: 'Add note',
  addTitle: 'Add note',
  editTitle: 'Edit note',
  title: 'Title',
  titleEmpty: 'Enter a title',
  text: 'Text',
  textHint: 'Markdown. Do not write passwords or keys here.',
  textEmpty: 'Enter a text',
  beginning: 'Beginning',
  editedAt: 'Edited',
  editedBy: 'Edited by',
  search: 'Words of the title or text',
  none: 'No notes',
  noneHint: 'Write down what to check and whom to call; the assistant finds it when somebody asks.',
  deleteTitle: 'Delete the note {{name}}?',
  deleteText: 'The assistant no longer finds it. This cannot be undone.',
}

export const texts = {
  errors: {
    'assistant.note_not_found': 'The note does not exist',
    'assistant.note_title_taken': 'A note has this title already',
    'assistant.too_many_notes': 'No more than {{most}} notes',
  },
  permissions: {
    DMS_SERVER_ASSISTANT_NOTE: {
      name: 'Notes of the assistant',
      allows: 'Write, change and delete runbooks and notes that the assistant searches',
    },
  },
  actions: {
    'assistant.note_added': 'Note added',
    'assistant.note_edited': 'Note edited',
    'assistant.note_deleted': 'Note deleted',
  },
  groups: {},
  titles: { assistantNotes: 'Runbooks and notes' },
} satisfies DomainTexts<typeof codes, typeof assistantNoteApi>
