import type { ImportPreview } from '@netward/contract/imports'
import { useTranslation } from 'react-i18next'
import { StatusTag, type StatusTone } from './status-tag.tsx'

type Row = ImportPreview['rows'][number]
type State = Row['state']

const states: readonly (readonly [State, StatusTone])[] = [
  ['new', 'ok'],
  ['changed', 'busy'],
  ['unchanged', 'off'],
  ['refused', 'bad'],
]

/** What an import would do with each row of its file, before anything is written. */
export function ImportPreviewTable({ preview }: { preview: ImportPreview }) {
  const { t } = useTranslation()
  const { counts, rows, ignored, notes } = preview
  const shownOf = (state: State) => rows.filter((row) => row.state === state)
  const left = counts.new + counts.changed - shownOf('new').length - shownOf('changed').length
  return (
    <section className="import-preview" aria-label={t('common.import.previewTitle')}>
      <h2>{t('common.import.previewTitle')}</h2>
      <div className="import-counts">
        {states.map(([state, tone]) => (
          <StatusTag key={state} tone={tone}>
            {t(`common.import.states.${state}`, { count: counts[state] })}
          </StatusTag>
        ))}
      </div>
      {ignored.length > 0 && (
        <p className="import-hint">{t('common.import.ignored', { names: ignored.join(', ') })}</p>
      )}
      {notes.map((note) => (
        <p key={note} className="import-hint">
          {note}
        </p>
      ))}
      {rows.length > 0 && (
        <div className="import-rows">
          <table className="import-table">
            <thead>
              <tr>
                <th>{t('common.import.row')}</th>
                <th>{t('common.import.name')}</th>
                <th>{t('common.import.effect')}</th>
              </tr>
            </thead>
            <tbody>
              {[...shownOf('refused'), ...shownOf('changed'), ...shownOf('new')].map((row) => (
                <tr key={row.row}>
                  <td>{row.row}</td>
                  <td className="import-name">{row.name}</td>
                  <td>
                    <Effect row={row} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {left > 0 && <p className="import-hint">{t('common.import.more', { count: left })}</p>}
    </section>
  )
}

function Effect({ row }: { row: Row }) {
  const { t } = useTranslation()
  if (row.state === 'refused') return row.reasons.map((reason) => <div key={reason}>{reason}</div>)
  if (row.state === 'new') return t('common.import.new')
  return row.changes.map(({ column, before, after }) => (
    <div key={column}>
      {column}: <del>{before || '—'}</del> → <ins>{after || '—'}</ins>
    </div>
  ))
}
