import { healthPanels } from './health.ts'
import { overallPanels } from './overall.ts'
import type { ChartCode, Panel } from './panel.ts'
import { personalPanels } from './personal.ts'
import { resourcePanels } from './resources.ts'

/** Every panel, each declared once; pages show theirs in this order. */
export const panels = {
  ...overallPanels,
  ...healthPanels,
  ...resourcePanels,
  ...personalPanels,
} as const

export type PanelKey = keyof typeof panels

export const panelKeys = Object.keys(panels) as readonly PanelKey[]

export const panelOf = (key: PanelKey): Panel => panels[key]

export const measuresOf = (key: PanelKey): readonly string[] => Object.keys(panelOf(key).measures)

export const panelsOfPage = (code: ChartCode): readonly PanelKey[] =>
  panelKeys.filter((key) => panelOf(key).pages.includes(code))

/** How many panels a page is: its figures stand in one. */
export function panelCount(code: ChartCode): number {
  const charts = panelsOfPage(code).map((key) => panelOf(key).chart)
  return charts.filter((chart) => chart !== 'figure').length + Number(charts.includes('figure'))
}
