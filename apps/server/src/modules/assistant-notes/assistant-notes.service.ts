import type { assistantNoteApi, InputOf, OutputOf } from '@netward/contract'
import { mostNotes } from '@netward/contract/assistant-note-values'
import { capped } from '../../platform/db/capped-count.ts'
import { changedFields } from '../../platform/entity/changed-fields.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { namingConstraint } from '../../platform/http/wrong-field.ts'
import { noteRepo } from './note.repo.ts'

type Api = typeof assistantNoteApi

const taken = { assistant_note_title: ['assistant.note_title_taken', 'title'] } as const

export async function pageNotes(
  ctx: RequestContext,
  query: InputOf<Api['pageNotes']>,
): Promise<OutputOf<Api['pageNotes']>> {
  const { items, total } = await noteRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function getNote(
  ctx: RequestContext,
  { noteId }: InputOf<Api['getNote']>,
): Promise<OutputOf<Api['getNote']>> {
  const note = await noteRepo.find(ctx, noteId)
  if (!note) throw new AppError('assistant.note_not_found')
  return note
}

export async function addNote(
  ctx: RequestContext,
  note: InputOf<Api['addNote']>,
): Promise<OutputOf<Api['addNote']>> {
  if ((await noteRepo.count(ctx)) >= mostNotes)
    throw new AppError('assistant.too_many_notes', { params: { most: mostNotes } })
  const id = await namingConstraint(ctx, taken, () => noteRepo.insert(ctx, note))
  await audit(ctx, 'assistant.note_added', id, { title: note.title })
  return { id }
}

export async function editNote(
  ctx: RequestContext,
  { noteId, title, text }: InputOf<Api['editNote']>,
): Promise<null> {
  const before = await noteRepo.lock(ctx, noteId)
  if (!before) throw new AppError('assistant.note_not_found')
  const changed = changedFields({ title: before.title, text: before.text }, { title, text })
  if (changed === null) return null
  await namingConstraint(ctx, taken, () => noteRepo.update(ctx, noteId, { title, text }))
  await audit(ctx, 'assistant.note_edited', noteId, { title, ...changed })
  return null
}

export async function deleteNote(ctx: RequestContext, { noteId }: InputOf<Api['deleteNote']>): Promise<null> {
  const before = await noteRepo.lock(ctx, noteId)
  if (!before) throw new AppError('assistant.note_not_found')
  await noteRepo.delete(ctx, noteId)
  await audit(ctx, 'assistant.note_deleted', noteId, { title: before.title, text: before.text })
  return null
}

const audit = (
  ctx: RequestContext,
  action: 'assistant.note_added' | 'assistant.note_edited' | 'assistant.note_deleted',
  subjectId: string,
  detail: Record<string, unknown>,
) => ctx.audit({ action, subjectKind: 'assistant_note', subjectId, detail })
