import { mostNoteLength } from '@netward/contract/assistant-note-values'
import { Form, Input } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterNote, noteDetail } from './note.ts'

interface Values {
  title: string
  text: string
}

/** Writes a note; `edited` is its id, `new`, or null while it is closed. */
export function NoteDrawer({ edited, onClose }: { edited: string | null; onClose: () => void }) {
  const { t } = useTranslation()
  const noteId = edited === 'new' ? null : edited
  const read = useApi(noteDetail, { noteId: noteId ?? '' }, { enabled: noteId !== null })
  const add = useAct('POST /api/v1/assistant/note', { errors: 'caller', refresh: afterNote })
  const change = useAct('PUT /api/v1/assistant/note/:noteId', { errors: 'caller', refresh: afterNote })
  const before = noteId === null ? null : (read.data ?? null)
  const initialValues = useMemo(
    (): Values => ({ title: before?.title ?? '', text: before?.text ?? '' }),
    [before],
  )
  return (
    <FormDrawer<Values>
      title={t(noteId === null ? 'assistantNotes.addTitle' : 'assistantNotes.editTitle')}
      open={edited === 'new' || (noteId !== null && before !== null)}
      onClose={onClose}
      width={720}
      initialValues={initialValues}
      onSubmit={(values) =>
        noteId === null ? add.mutateAsync(values) : change.mutateAsync({ noteId, ...values })
      }
    >
      <Form.Item
        name="title"
        label={t('assistantNotes.title')}
        rules={[{ required: true, whitespace: true, message: t('assistantNotes.titleEmpty') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="text"
        label={t('assistantNotes.text')}
        extra={t('assistantNotes.textHint')}
        rules={[{ required: true, whitespace: true, message: t('assistantNotes.textEmpty') }]}
      >
        <Input.TextArea maxLength={mostNoteLength} autoSize={{ minRows: 12, maxRows: 30 }} />
      </Form.Item>
    </FormDrawer>
  )
}
