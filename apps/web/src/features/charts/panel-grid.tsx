import { panelOf, type PanelKey } from '@netward/contract/panels/panels'
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Up to five figures fit a row of a usual screen; more stand in two. */
const inOneRow = (figures: number) => (figures <= 5 ? figures : Math.ceil(figures / 2))

/** Figures in a strip, charts on a grid of twelve columns. `frame` gives an element with a key. */
export function PanelGrid({
  shown,
  frame,
}: {
  shown: readonly PanelKey[]
  frame: (key: PanelKey) => ReactNode
}) {
  const { t } = useTranslation()
  const isFigure = (key: PanelKey) => panelOf(key).chart === 'figure'
  const figures = shown.filter(isFigure)
  return (
    <>
      {figures.length > 0 && (
        <section
          className="chart-panel panel-strip"
          aria-label={t('panels.strip')}
          style={{ '--figures': figures.length, '--half': inOneRow(figures.length) } as CSSProperties}
        >
          {figures.map(frame)}
        </section>
      )}
      <div className="panel-grid">
        {shown
          .filter((key) => !isFigure(key))
          .map((key) => (
            <div key={key} className={`panel-place span-${panelOf(key).width}`}>
              {frame(key)}
            </div>
          ))}
      </div>
    </>
  )
}
