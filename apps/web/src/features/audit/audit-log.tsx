import { auditRanges } from '@netward/contract/audit-values'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { AuditDrawer } from './audit-drawer.tsx'
import { type AuditEntry, auditList } from './audit-entry.ts'
import { AuditObject } from './audit-object.tsx'
import { useAuditWords } from './audit-words.ts'
import { useActorText } from './use-actor-text.ts'
import { useLogCompanyField } from './use-log-company-field.ts'
import './audit.css'

const tones = { done: 'ok', refused: 'warn', failed: 'bad' } as const

/** Who did what, when and on whose behalf. */
export function AuditLog() {
  const { t } = useTranslation()
  const [shown, setShown] = useState<AuditEntry | null>(null)
  const [open, setOpen] = useState(false)
  const fields = useFields()
  const columns = useColumns((entry) => {
    setShown(entry)
    setOpen(true)
  })
  return (
    <>
      <ListPage
        name="audit"
        title={t('audit.title')}
        endpoint={auditList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        exportCsv={{ endpoint: 'POST /api/v1/auth/audit/export', label: t('audit.exportLabel') }}
        summary={<p className="quiet audit-kept">{t('audit.kept')}</p>}
        empty={<EmptyState title={t('audit.none')} hint={t('audit.noneHint')} />}
      />
      <AuditDrawer entry={shown} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

function useFields(): readonly SearchField[] {
  const { t } = useTranslation()
  const words = useAuditWords()
  const company = useLogCompanyField()
  return useMemo(
    () => [
      {
        kind: 'select',
        name: 'range',
        label: t('audit.range'),
        options: auditRanges.map((value) => ({ value, label: t(`audit.ranges.${value}`) })),
      },
      { kind: 'text', name: 'search', label: t('audit.who'), placeholder: t('audit.whoPlaceholder') },
      { kind: 'multi', name: 'action', label: t('audit.action'), options: words.actions },
      ...(company === null ? [] : [company]),
      { kind: 'multi', name: 'kind', label: t('audit.kind'), options: words.kinds },
      {
        kind: 'text',
        name: 'subjectId',
        label: t('audit.subjectId'),
        placeholder: t('audit.subjectIdPlaceholder'),
      },
      { kind: 'moment', name: 'from', label: t('audit.from') },
      { kind: 'moment', name: 'to', label: t('audit.to') },
      {
        kind: 'text',
        name: 'requestId',
        label: t('audit.requestId'),
        placeholder: t('audit.requestIdPlaceholder'),
      },
    ],
    [t, words, company],
  )
}

function useColumns(onOpen: (entry: AuditEntry) => void): readonly ListColumn<AuditEntry>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useAuditWords()
  const actorText = useActorText()
  return useMemo(
    () => [
      {
        key: 'at',
        title: t('audit.at'),
        width: 150,
        render: ({ at }) => format.dateTime(at),
      },
      {
        key: 'action',
        title: t('audit.action'),
        width: 190,
        phone: 'value',
        render: (entry) => (
          <Button
            type="link"
            size="small"
            className="audit-open"
            aria-haspopup="dialog"
            onClick={() => onOpen(entry)}
          >
            {words.action(entry.action)}
          </Button>
        ),
      },
      { key: 'who', title: t('audit.who'), width: 240, phone: 'value', render: actorText },
      {
        key: 'account',
        title: t('audit.account'),
        width: 150,
        render: ({ actorAccount }) => actorAccount ?? '—',
      },
      {
        key: 'object',
        title: t('audit.object'),
        width: 220,
        phone: 'value',
        render: (entry) => <AuditObject entry={entry} />,
      },
      {
        key: 'result',
        title: t('audit.result'),
        width: 100,
        render: ({ result }) => <StatusTag tone={tones[result]}>{t(`audit.results.${result}`)}</StatusTag>,
      },
      { key: 'address', title: t('audit.address'), width: 140, render: ({ address }) => address ?? '—' },
      { key: 'company', title: t('audit.company'), width: 150, render: ({ companyName }) => companyName },
      {
        key: 'requestId',
        title: t('audit.requestId'),
        width: 260,
        hidden: true,
        render: ({ requestId }) => requestId ?? '—',
      },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- who did it is said anew with `t`, and a row opens the same drawer
    [t, format, words],
  )
}
