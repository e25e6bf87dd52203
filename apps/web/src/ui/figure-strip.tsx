import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import './figure-strip.css'

export interface FigureCell {
  readonly key: string
  readonly label: ReactNode
  /** Null: no data. */
  readonly value: ReactNode
  /** One short line below. */
  readonly detail?: ReactNode
  /** What the figure is, shown on hover. */
  readonly hint?: string
  /** The list or section that it counts. */
  readonly to?: string | undefined
  readonly tone?: 'good' | 'warn' | 'bad' | undefined
  readonly onOpen?: () => void
}

/**
 * Figures in one band, each the door to what it counts. While they load the band has its final height, with as many cells as
 * there will be.
 */
export function FigureStrip({
  label,
  cells,
  expected,
  children,
}: {
  label: string
  cells: readonly FigureCell[] | undefined
  expected: number
  /** Below the figures, in the same frame. */
  children?: ReactNode
}) {
  return (
    <section className="figure-strip" aria-label={label} aria-busy={cells === undefined}>
      <ul className="figure-cells">
        {cells === undefined
          ? Array.from({ length: expected }, (_, index) => (
              <li key={index} className="figure-cell figure-waiting" aria-hidden="true">
                <span className="figure-label">&nbsp;</span>
                <strong>&nbsp;</strong>
                <small>&nbsp;</small>
              </li>
            ))
          : cells.map((cell) => (
              <li key={cell.key}>
                <Cell cell={cell} />
              </li>
            ))}
      </ul>
      {children}
    </section>
  )
}

function Cell({ cell: { label, value, detail, hint, to, tone, onOpen } }: { cell: FigureCell }) {
  const { t } = useTranslation()
  const className = `figure-cell${tone === undefined ? '' : ` figure-${tone}`}`
  const inside = (
    <>
      <span className="figure-label">{label}</span>
      <strong>{value ?? <span title={t('common.noData')}>—</span>}</strong>
      <small>{detail ?? ' '}</small>
    </>
  )
  const title = hint === undefined ? {} : { title: hint }
  if (to !== undefined)
    return (
      <a className={className} href={`#${to}`} {...title}>
        {inside}
      </a>
    )
  if (onOpen !== undefined)
    return (
      <button type="button" className={className} onClick={onOpen} {...title}>
        {inside}
      </button>
    )
  return (
    <div className={className} {...title}>
      {inside}
    </div>
  )
}
