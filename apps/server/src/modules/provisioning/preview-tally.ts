import type { ComparedGateway } from './compare-gateways.ts'

/** What a version would do to the gateways that it was compared with: each is told of once. */
export interface Found {
  changing: number
  parameters: number
  objects: number
  partlyRead: number
  unread: number
  secrets: number
  impossible: number
}

type Outcome = 'impossible' | 'changing' | 'unread' | 'nothing'

export class PreviewTally {
  readonly #parameters = new Set<string>()
  readonly #found = {
    changing: 0,
    objects: 0,
    partlyRead: 0,
    unread: 0,
    secrets: 0,
    impossible: 0,
  }

  add(gateway: ComparedGateway): Outcome {
    const outcome = outcomeOf(gateway)
    if (outcome !== 'nothing') this.#found[outcome] += 1
    if (outcome === 'impossible') return outcome
    if (gateway.secrets) this.#found.secrets += 1
    if (outcome !== 'changing') return outcome
    if (gateway.unread) this.#found.partlyRead += 1
    this.#found.objects += gateway.objects
    for (const parameter of gateway.parameters) this.#parameters.add(parameter)
    return outcome
  }

  found(): Found {
    return { ...this.#found, parameters: this.#parameters.size }
  }
}

/** What cannot be had whole is not begun. */
function outcomeOf({ impossible, parameters, objects, unread }: ComparedGateway): Outcome {
  if (impossible) return 'impossible'
  if (parameters.length + objects > 0) return 'changing'
  return unread ? 'unread' : 'nothing'
}
