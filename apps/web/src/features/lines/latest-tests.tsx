import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { EmptyState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type LineDetailRow, targetText } from './line.ts'
import '../../ui/plain-table.css'

/** What a test found beside its verdict. */
function foundText({ answers, http }: LineDetailRow['tests'][number], t: TFunction): string {
  const days = http?.certificateDays ?? null
  return [
    ...(answers ?? []),
    ...(http?.status == null ? [] : [String(http.status)]),
    ...(days === null
      ? []
      : [`${t('lineTests.certificate')} ${t('lineTests.certificateDays', { n: Math.floor(days) })}`]),
  ].join(' · ')
}

/** The last result of each test that runs all the time. */
export function LatestTests({ line }: { line: LineDetailRow }) {
  const { t } = useTranslation()
  const format = useFormat()
  const label = {
    target: t('lines.testTarget'),
    kind: t('lines.type'),
    method: t('lines.testMethod'),
    address: t('lines.address'),
    result: t('lines.testResult'),
    at: t('lines.measuredAt'),
  }
  if (line.tests.length === 0) return <EmptyState title={t('lines.testNone')} />
  return (
    <div className="plain-table-frame">
      <table className="plain-table">
        <thead>
          <tr>
            {Object.entries(label).map(([key, text]) => (
              <th key={key}>{text}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {line.tests.map((test) => (
            <tr key={test.target}>
              <td data-label={label.target}>{targetText(test.target, t)}</td>
              <td data-label={label.kind}>{t(`lines.testKinds.${test.kind}`)}</td>
              <td data-label={label.method}>{t(`lines.methods.${test.method}`)}</td>
              <td data-label={label.address}>
                <span className="mono">{test.address ?? '—'}</span>
              </td>
              <td data-label={label.result}>
                <StatusTag tone={test.passed ? 'ok' : 'bad'}>
                  {test.passed
                    ? t('lines.passed')
                    : test.problem === null
                      ? t('lines.failed')
                      : t(`lines.problems.${test.problem}`)}
                </StatusTag>{' '}
                <span className="quiet">{foundText(test, t)}</span>
              </td>
              <td data-label={label.at}>{format.dateTime(test.at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
