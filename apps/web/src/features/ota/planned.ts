import { parseSearch } from '../../lib/search.ts'

/** What a page that leads to a new campaign has chosen already. */
export interface Planned {
  readonly name?: string
  readonly firmwareId?: string
  readonly modelName?: string
  readonly softwareVersion?: string
}

/** From the address: `firmware`, `name`, and for a programme `modelName` and `softwareVersion`. */
export function plannedIn(searchStr: string): Planned {
  const search = parseSearch(searchStr)
  const text = (key: string) => {
    const value = search[key]
    return typeof value === 'string' && value !== '' ? value.slice(0, 256) : undefined
  }
  const firmwareId = text('firmware')
  if (firmwareId === undefined || !/^[1-9]\d{0,17}$/.test(firmwareId)) return {}
  const name = text('name')?.slice(0, 100)
  const modelName = text('modelName')
  const softwareVersion = text('softwareVersion')
  return {
    firmwareId,
    ...(name !== undefined && { name }),
    ...(modelName !== undefined && { modelName }),
    ...(softwareVersion !== undefined && { softwareVersion }),
  }
}
