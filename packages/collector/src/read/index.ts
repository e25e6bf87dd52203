export { readInventory } from './inventory.ts'
export { readPoll, type PollGroup } from './poll.ts'
export { readNeighbourhood } from './neighbourhood.ts'
export { readWho } from './who.ts'
