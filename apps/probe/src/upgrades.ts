import type { Beat, ProbeRelease } from '@netward/collector/probe-frames'
import type { Configuration } from './configuration.ts'
import { judgeRelease, Programs } from './release.ts'
import type { FromWorker } from './supervisor.ts'

export interface UpgradesOptions {
  readonly state: string
  readonly configuration: Configuration
  readonly version: string
  readonly tell: (message: FromWorker) => void
  readonly log: (text: string) => void
}

/** What becomes of a program that the server offers: only one that the holder of the pinned key signed is fetched. */
export class Upgrades {
  readonly #options: UpgradesOptions
  readonly #programs: Programs
  state: Beat['upgrade'] = 'none'

  constructor(options: UpgradesOptions) {
    this.#options = options
    this.#programs = new Programs(options.state)
  }

  consider(release: ProbeRelease): void {
    if (this.state === 'running') return
    const { version, configuration, log } = this.#options
    const judgement = judgeRelease(release, version, configuration.releaseKey)
    if (judgement === 'signed' && this.#programs.hasFailed(release.version)) {
      this.state = 'failed'
      return
    }
    this.state = judgement === 'signed' ? 'running' : judgement
    if (judgement === 'signed') void this.#fetch(release)
    else if (judgement === 'refused')
      log(`version ${release.version} is not signed by the holder of the release key`)
  }

  async #fetch(release: ProbeRelease): Promise<void> {
    const { configuration, tell, log } = this.#options
    try {
      await this.#programs.download(configuration.server, release)
      tell({ kind: 'upgrade', release })
    } catch (error) {
      this.state = 'refused'
      log(
        `version ${release.version} is not installed: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }
}
