import { PlusOutlined } from '@ant-design/icons'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowActs } from '../../ui/row-acts.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { afterNote, noteList, type NoteRow } from './note.ts'
import { NoteDrawer } from './note-drawer.tsx'
import { NoteReader } from './note-reader.tsx'

export function NoteList() {
  return useMay('DMS_SERVER_ASSISTANT') ? <List /> : <NoPermissionState />
}

/** Runbooks and notes that the assistant searches. */
function List() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayEdit = useMay('DMS_SERVER_ASSISTANT_NOTE')
  const { companyName } = useCompanyScope()
  const columns = useColumns()
  const fields = useFields()
  const { note }: { note?: unknown } = useSearch({ strict: false })
  const shown = typeof note === 'string' ? note : null
  const [editing, setEditing] = useState<string | null>(null)
  const rowActions = useCallback((row: NoteRow) => <Acts note={row} onEdit={() => setEditing(row.id)} />, [])
  const add = mayEdit && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEditing('new')}>
      {t('assistantNotes.add')}
    </Button>
  )
  return (
    <>
      <ListPage
        name="assistantNotes"
        title={t('shell.titles.assistantNotes')}
        endpoint={noteList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        {...(mayEdit && { rowActions, actionsWidth: 130 })}
        actions={add}
        summary={<p className="quiet">{t('assistantNotes.hint', { company: companyName })}</p>}
        empty={
          <EmptyState title={t('assistantNotes.none')} hint={t('assistantNotes.noneHint')} action={add} />
        }
      />
      <NoteReader noteId={shown} onClose={() => void navigate({ to: paths.assistantNotes, search: {} })} />
      <NoteDrawer edited={editing} onClose={() => setEditing(null)} />
    </>
  )
}

function Acts({ note: { id: noteId, title }, onEdit }: { note: NoteRow; onEdit: () => void }) {
  const { t } = useTranslation()
  const remove = useAct('DELETE /api/v1/assistant/note/:noteId', { refresh: afterNote })
  return (
    <RowActs
      name={title}
      onEdit={onEdit}
      removal={{
        title: t('assistantNotes.deleteTitle', { name: title }),
        text: t('assistantNotes.deleteText'),
        act: () => remove.mutateAsync({ noteId }),
      }}
    />
  )
}

function useColumns(): readonly ListColumn<NoteRow>[] {
  const { t } = useTranslation()
  return useMemo(
    (): readonly ListColumn<NoteRow>[] => [
      {
        key: 'title',
        title: t('assistantNotes.title'),
        width: 220,
        sortable: true,
        render: ({ id, title }) => <RowLink to={paths.assistantNote(id)}>{title}</RowLink>,
      },
      {
        key: 'beginning',
        title: t('assistantNotes.beginning'),
        width: 420,
        phone: 'value',
        render: ({ beginning }) => <span title={beginning}>{beginning}</span>,
      },
      {
        key: 'editedAt',
        title: t('assistantNotes.editedAt'),
        width: 140,
        sortable: true,
        render: ({ editedAt }) => <RelativeTime at={editedAt} />,
      },
      {
        key: 'editedBy',
        title: t('assistantNotes.editedBy'),
        width: 140,
        render: ({ editedBy }) => editedBy,
      },
    ],
    [t],
  )
}

function useFields(): readonly SearchField[] {
  const { t } = useTranslation()
  return useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('assistantNotes.search'),
        placeholder: t('assistantNotes.search'),
      },
    ],
    [t],
  )
}
