import { assistantNoteApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import { addNote, deleteNote, editNote, getNote, pageNotes } from './assistant-notes.service.ts'

export function assistantNoteRoutes(app: App): void {
  routes(app, assistantNoteApi, { pageNotes, getNote, addNote, editNote, deleteNote })
}
