import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { type AuditEntry, linesOf } from './audit-entry.ts'
import { AuditObject } from './audit-object.tsx'
import { useActorText } from './use-actor-text.ts'
import { useAuditWords } from './audit-words.ts'
import '../../ui/plain-table.css'

const dash = '—'

/** One entry: who, what, when, with values before and after. */
export function AuditDrawer({
  entry,
  open,
  onClose,
}: {
  entry: AuditEntry | null
  open: boolean
  onClose: () => void
}) {
  const words = useAuditWords()
  return (
    <Drawer
      title={entry === null ? '' : words.action(entry.action)}
      open={open}
      onClose={onClose}
      size={640}
      className="audit-drawer"
    >
      {entry !== null && <Content entry={entry} />}
    </Drawer>
  )
}

function Content({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation()
  const format = useFormat()
  const actorText = useActorText()
  const words = useAuditWords()
  const { changed, others } = linesOf(entry)
  const facts = [
    [t('audit.at'), format.zoned(entry.at)],
    [t('audit.who'), actorText(entry)],
    [t('audit.account'), entry.actorAccount ?? dash],
    [t('audit.accountId'), entry.actorId === null ? dash : <CopyText text={entry.actorId} />],
    [t('audit.company'), entry.companyName],
    [t('audit.object'), <AuditObject key="object" entry={entry} />],
    [t('audit.result'), t(`audit.results.${entry.result}`)],
    [t('audit.address'), entry.address ?? dash],
    [t('audit.subjectId'), entry.subjectId === null ? dash : <CopyText text={entry.subjectId} />],
    [t('audit.requestId'), entry.requestId === null ? dash : <CopyText text={entry.requestId} />],
  ] as const
  return (
    <>
      <dl className="audit-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {changed.length > 0 && (
        <div className="plain-table-frame">
          <table className="plain-table audit-changes">
            <thead>
              <tr>
                <th>{t('audit.field')}</th>
                <th>{t('audit.before')}</th>
                <th>{t('audit.after')}</th>
              </tr>
            </thead>
            <tbody>
              {changed.map(({ field, before, after }) => (
                <tr key={field}>
                  <td data-label={t('audit.field')} title={field}>
                    {words.changedField(field, entry.action)}
                  </td>
                  <td data-label={t('audit.before')}>
                    <del>{before === null || before === '' ? dash : words.value(before, field)}</del>
                  </td>
                  <td data-label={t('audit.after')}>
                    <ins>{after === null || after === '' ? dash : words.value(after, field)}</ins>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {others.length > 0 && (
        <dl className="audit-facts">
          {others.map(({ field, value }) => (
            <div key={field}>
              <dt title={field}>{words.field(field)}</dt>
              <dd className="audit-value">{words.value(value, field)}</dd>
            </div>
          ))}
        </dl>
      )}
      {changed.length + others.length === 0 && (
        <p className="quiet">{t(entry.withheld ? 'audit.withheld' : 'audit.nothingMore')}</p>
      )}
    </>
  )
}
