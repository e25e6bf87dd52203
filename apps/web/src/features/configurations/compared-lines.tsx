import { useTranslation } from 'react-i18next'
import { type ComparedLine, sideBySide } from './side-by-side.ts'

/** Lines of two texts side by side; below each other on a phone. */
export function ComparedLines(props: { lines: readonly ComparedLine[]; before: string; after: string }) {
  const { t } = useTranslation()
  return (
    <section className="compared-frame" aria-label={t('configurations.compareTitle')}>
      <table className="compared">
        <colgroup>
          <col className="compared-number" />
          <col />
          <col className="compared-number" />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th colSpan={2}>{props.before}</th>
            <th colSpan={2}>{props.after}</th>
          </tr>
        </thead>
        <tbody>
          {sideBySide(props.lines).map((row, index) =>
            row.kind === 'gap' ? (
              <tr key={index} className="compared-gap">
                <td colSpan={4}>{t('configurations.skipped', { count: row.skipped })}</td>
              </tr>
            ) : (
              <tr key={index}>
                <Side side="left" line={row.left} number={row.left?.before ?? null} />
                <Side side="right" line={row.right} number={row.right?.after ?? null} />
              </tr>
            ),
          )}
        </tbody>
      </table>
    </section>
  )
}

const signs = { same: '', removed: '−', added: '+' } as const

function Side(props: { side: 'left' | 'right'; line: ComparedLine | null; number: number | null }) {
  const { side, line, number } = props
  const { t } = useTranslation()
  const change = line?.change ?? 'none'
  return (
    <>
      <td className={`compared-number compared-${side} compared-${change}`}>{number}</td>
      <td className={`compared-text compared-${side} compared-${change}`}>
        {line !== null && line.change !== 'same' && (
          <>
            <span className="compared-sign" aria-hidden="true">
              {signs[line.change]}
            </span>
            <span className="visually-hidden">{t(`configurations.kinds.${line.change}`)}</span>
          </>
        )}
        {line?.text}
      </td>
    </>
  )
}
