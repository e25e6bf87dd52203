import { devices } from './devices.ts'
import { entry } from './entry.ts'
import { faults } from './faults.ts'
import { gateways } from './gateways.ts'
import { shell } from './shell.ts'

export const phrases = { ...entry, devices, faults, gateways, shell }
