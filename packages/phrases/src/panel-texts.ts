import type { PanelKey, panels } from '@netward/contract/panels/panels'

/** What each panel is called, what it counts, and the names of its measures: one without does not compile. */
export type PanelTexts = {
  readonly [Key in PanelKey]: {
    readonly title: string
    /** Shown on hover, with its formula. */
    readonly definition: string
    readonly measures: Readonly<Record<keyof (typeof panels)[Key]['measures'], string>>
  }
}
