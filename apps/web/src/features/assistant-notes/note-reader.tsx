import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { PendingState } from '../../ui/states.tsx'
import { noteDetail } from './note.ts'
import './assistant-notes.css'

/** A note as it is written: text, never markup. */
export function NoteReader({ noteId, onClose }: { noteId: string | null; onClose: () => void }) {
  const { t } = useTranslation()
  const read = useApi(noteDetail, { noteId: noteId ?? '' }, { enabled: noteId !== null })
  return (
    <Drawer open={noteId !== null} onClose={onClose} size={640} title={read.data?.title ?? ''}>
      {read.data === undefined ? (
        <PendingState read={read} rows={5} />
      ) : (
        <>
          <p className="quiet">
            {t('assistantNotes.editedBy')} {read.data.editedBy} <RelativeTime at={read.data.editedAt} />
          </p>
          <div className="note-text">{read.data.text}</div>
        </>
      )}
    </Drawer>
  )
}
