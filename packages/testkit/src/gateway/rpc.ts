import type { AcsRequest, CpeMessage, CwmpFault, ParameterAttributes, QueuedTransfer } from '@netward/cwmp'
import { fault } from '@netward/cwmp'
import type { ParameterTree } from './parameter-tree.ts'
import type { TransferRequest } from './transfer-agent.ts'

/** What a call triggers after its session ends. */
export type Effect =
  | { kind: 'reboot'; commandKey: string }
  | { kind: 'factory_reset' }
  | { kind: 'transfer'; request: TransferRequest }
  | { kind: 'schedule'; delaySeconds: number; commandKey: string }
  | { kind: 'parameters_set'; changed: string[] }

export interface Device {
  tree: ParameterTree
  /** Notification attributes set by the ACS, by name. */
  notifications: Map<string, number>
  /** True if a new ManagementServer.URL leads away from the permitted ACS. */
  leadsAway(url: string): boolean
  maxNamesPerCall: number
  transfers(): QueuedTransfer[]
}

export interface Handled {
  answer: CpeMessage
  effect?: Effect
}

const methods = [
  'GetRPCMethods',
  'SetParameterValues',
  'GetParameterValues',
  'GetParameterNames',
  'SetParameterAttributes',
  'GetParameterAttributes',
  'AddObject',
  'DeleteObject',
  'Reboot',
  'FactoryReset',
  'ScheduleInform',
  'Download',
  'Upload',
  'GetQueuedTransfers',
  'GetAllQueuedTransfers',
]

const refuse = (reason: CwmpFault): Handled => ({ answer: { method: 'Fault', ...reason } })

function setValues(device: Device, request: Extract<AcsRequest, { method: 'SetParameterValues' }>): Handled {
  const { tree } = device
  if (request.values.length === 0) return refuse(fault('9003', 'No parameters'))
  const url = `${tree.root}ManagementServer.URL`
  const outcome = tree.set(request.values, ({ name, value }) => name === url && device.leadsAway(value))
  if ('fault' in outcome) return refuse(outcome.fault)
  tree.put(`${tree.root}ManagementServer.ParameterKey`, request.parameterKey)
  return {
    answer: { method: 'SetParameterValuesResponse', status: 0 },
    effect: { kind: 'parameters_set', changed: outcome.changed },
  }
}

function attributes(device: Device, names: readonly string[]): Handled {
  const values = device.tree.values(names)
  if (!Array.isArray(values)) return refuse(values)
  const parameters: ParameterAttributes[] = values.map(({ name }) => ({
    name,
    notification: device.notifications.get(name) ?? 0,
    accessList: ['Subscriber'],
  }))
  return { answer: { method: 'GetParameterAttributesResponse', parameters } }
}

function setAttributes(
  device: Device,
  request: Extract<AcsRequest, { method: 'SetParameterAttributes' }>,
): Handled {
  const names = request.changes.map(({ name }) => name)
  const known = device.tree.values(names)
  if (!Array.isArray(known)) return refuse(known)
  for (const { name, notification } of request.changes) {
    if (notification === undefined) continue
    const below = device.tree.values([name])
    for (const parameter of Array.isArray(below) ? below : [])
      device.notifications.set(parameter.name, notification)
  }
  return { answer: { method: 'SetParameterAttributesResponse' } }
}

function changeObject(
  { tree }: Device,
  request: Extract<AcsRequest, { method: 'AddObject' | 'DeleteObject' }>,
): Handled {
  const outcome = request.method === 'AddObject' ? tree.add(request.path) : tree.remove(request.path)
  if (outcome !== null && typeof outcome !== 'number') return refuse(outcome)
  tree.put(`${tree.root}ManagementServer.ParameterKey`, request.parameterKey)
  return {
    answer:
      outcome === null
        ? { method: 'DeleteObjectResponse', status: 0 }
        : { method: 'AddObjectResponse', instanceNumber: outcome, status: 0 },
  }
}

const maxTransfers = 3
const fileTypes = /^(?:[1-9] |X )/

function transfer(device: Device, request: TransferRequest): Handled {
  if (!fileTypes.test(request.fileType)) return refuse(fault('9003', 'FileType'))
  const protocol = URL.canParse(request.url) ? new URL(request.url).protocol : ''
  if (protocol !== 'http:' && protocol !== 'https:') return refuse(fault('9013', 'Protocol not supported'))
  if (device.transfers().length >= maxTransfers) return refuse(fault('9004', 'Resources exceeded'))
  const times = { startTime: unknownTime, completeTime: unknownTime }
  return {
    answer:
      request.method === 'Download'
        ? { method: 'DownloadResponse', status: 1, ...times }
        : { method: 'UploadResponse', status: 1, ...times },
    effect: { kind: 'transfer', request },
  }
}

/** Answers one ACS call as TR-069 A.3.2 defines. */
export function handleCall(device: Device, request: AcsRequest): Handled {
  switch (request.method) {
    case 'GetRPCMethods':
      return { answer: { method: 'GetRPCMethodsResponse', methods } }
    case 'GetParameterNames': {
      const names = device.tree.names(request.path, request.nextLevel)
      if (!Array.isArray(names)) return refuse(names)
      return { answer: { method: 'GetParameterNamesResponse', parameters: names } }
    }
    case 'GetParameterValues': {
      if (request.names.length > device.maxNamesPerCall) return refuse(fault('9004', 'Resources exceeded'))
      const values = device.tree.values(request.names)
      if (!Array.isArray(values)) return refuse(values)
      return { answer: { method: 'GetParameterValuesResponse', parameters: values } }
    }
    case 'SetParameterValues':
      return setValues(device, request)
    case 'GetParameterAttributes':
      return attributes(device, request.names)
    case 'SetParameterAttributes':
      return setAttributes(device, request)
    case 'Reboot':
      return {
        answer: { method: 'RebootResponse' },
        effect: { kind: 'reboot', commandKey: request.commandKey },
      }
    case 'FactoryReset':
      return { answer: { method: 'FactoryResetResponse' }, effect: { kind: 'factory_reset' } }
    case 'AddObject':
    case 'DeleteObject':
      return changeObject(device, request)
    case 'ScheduleInform':
      if (request.delaySeconds < 1) return refuse(fault('9003', 'DelaySeconds'))
      return {
        answer: { method: 'ScheduleInformResponse' },
        effect: { kind: 'schedule', delaySeconds: request.delaySeconds, commandKey: request.commandKey },
      }
    case 'GetQueuedTransfers':
      return {
        answer: {
          method: 'GetQueuedTransfersResponse',
          transfers: device.transfers().map(({ commandKey, state }) => ({ commandKey, state })),
        },
      }
    case 'GetAllQueuedTransfers':
      return { answer: { method: 'GetAllQueuedTransfersResponse', transfers: device.transfers() } }
    case 'Download':
    case 'Upload':
      return transfer(device, request)
    default:
      return refuse(fault('9000', 'Method not supported'))
  }
}

const unknownTime = '0001-01-01T00:00:00Z'
