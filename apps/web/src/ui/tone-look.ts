import type { PanelTone } from '@netward/contract/panels/panel'
import type { Theme } from '../lib/preferences.ts'
import { colourOf } from './chart-look.ts'

type Meaning = Exclude<PanelTone, 'series'>

/** As --ok, --warn, --bad, --major and --quiet of tokens.css, for canvases, which know no variables. */
const meanings: Record<Theme, Record<Meaning, string>> = {
  light: {
    good: '#0c6b43',
    warning: '#b98300',
    bad: '#b3261e',
    critical: '#b3261e',
    major: '#d9690f',
    minor: '#d8a200',
    quiet: '#8a9aa7',
  },
  dark: {
    good: '#56cb93',
    warning: '#f1bd56',
    bad: '#ff9188',
    critical: '#ff7a70',
    major: '#ffa36b',
    minor: '#f1d17a',
    quiet: '#8094a3',
  },
}

/** The colour of what it means, or of a place in a chart. */
export const toneColour = (theme: Theme, tone: PanelTone | null | undefined, place = 0): string =>
  tone === undefined || tone === null || tone === 'series' ? colourOf(theme, place) : meanings[theme][tone]
