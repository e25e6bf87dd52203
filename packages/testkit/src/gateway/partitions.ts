import type { Cpe } from './cpe.ts'

const paths = (index: number) => `DeviceInfo.FirmwareImage.${index}`

/** The firmware of a gateway: one partition, or two of which one is active (TR-181 DeviceInfo.FirmwareImage.). */
export class Partitions {
  readonly #cpe: Cpe

  constructor(cpe: Cpe) {
    this.#cpe = cpe
  }

  get #two(): boolean {
    return this.#cpe.tree.has(`${this.#cpe.factory.model.root}${paths(2)}.Version`)
  }

  /** Factory firmware, set once. */
  fill(): void {
    if (!this.#two) return
    const version = this.#cpe.value('DeviceInfo.SoftwareVersion')
    for (const index of [1, 2]) {
      if (this.#cpe.value(`${paths(index)}.Version`) === '') this.#cpe.put(`${paths(index)}.Version`, version)
    }
  }

  /** Writes an image to the inactive partition and boots it next. */
  install(version: string): void {
    if (!this.#two) {
      this.#cpe.put('DeviceInfo.SoftwareVersion', version)
      return
    }
    const free = this.#active() === 1 ? 2 : 1
    this.#cpe.put(`${paths(free)}.Version`, version)
    this.#cpe.put('DeviceInfo.BootFirmwareImage', `${this.#cpe.factory.model.root}${paths(free)}`)
  }

  /** Boots from the selected partition. */
  boot(): void {
    if (!this.#two) return
    const wanted = this.#cpe.value('DeviceInfo.BootFirmwareImage')
    const index = /FirmwareImage\.([12])\.?$/.exec(wanted)?.[1] ?? String(this.#active())
    this.#cpe.put('DeviceInfo.ActiveFirmwareImage', `${this.#cpe.factory.model.root}${paths(Number(index))}`)
    this.#cpe.put('DeviceInfo.SoftwareVersion', this.#cpe.value(`${paths(Number(index))}.Version`))
  }

  #active(): 1 | 2 {
    return /FirmwareImage\.2\.?$/.test(this.#cpe.value('DeviceInfo.ActiveFirmwareImage')) ? 2 : 1
  }
}
