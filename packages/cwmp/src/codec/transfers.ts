import type { QueuedTransfer } from '../messages.ts'
import type { XmlNode } from '../xml.ts'
import { childOf, textOf } from '../xml.ts'
import { element, soapArray } from '../xml-writer.ts'
import type { MethodCodecs } from './codec.ts'
import { bare, integerOf, isTrue } from './codec.ts'

function readOutcome(node: XmlNode) {
  const fault = childOf(node, 'FaultStruct') ?? node
  return {
    faultCode: textOf(fault, 'FaultCode') || '0',
    faultString: textOf(fault, 'FaultString'),
    startTime: textOf(node, 'StartTime'),
    completeTime: textOf(node, 'CompleteTime'),
  }
}

function writeOutcome(outcome: ReturnType<typeof readOutcome>): string {
  return (
    `<FaultStruct>${element('FaultCode', outcome.faultCode)}${element('FaultString', outcome.faultString)}` +
    `</FaultStruct>${element('StartTime', outcome.startTime)}${element('CompleteTime', outcome.completeTime)}`
  )
}

function writeStarted(message: ReturnType<typeof readStarted>): string {
  return (
    element('Status', message.status) +
    element('StartTime', message.startTime) +
    element('CompleteTime', message.completeTime)
  )
}

function readStarted(node: XmlNode) {
  return {
    status: integerOf(node, 'Status'),
    startTime: textOf(node, 'StartTime'),
    completeTime: textOf(node, 'CompleteTime'),
  }
}

/** Items by any name: firmware mixes up the two structures. */
function readQueued(node: XmlNode): QueuedTransfer[] {
  return (childOf(node, 'TransferList')?.children ?? []).map((item) => ({
    commandKey: textOf(item, 'CommandKey'),
    state: integerOf(item, 'State'),
    ...(childOf(item, 'IsDownload') === undefined
      ? {}
      : {
          about: {
            isDownload: isTrue(textOf(item, 'IsDownload')),
            fileType: textOf(item, 'FileType'),
            fileSize: integerOf(item, 'FileSize'),
            targetFileName: textOf(item, 'TargetFileName'),
          },
        }),
  }))
}

function writeQueued(struct: string, transfers: readonly QueuedTransfer[]): string {
  const items = transfers.map(({ commandKey, state, about }) => {
    const details = about
      ? element('IsDownload', about.isDownload) +
        element('FileType', about.fileType) +
        element('FileSize', about.fileSize) +
        element('TargetFileName', about.targetFileName)
      : ''
    return `<${struct}>${element('CommandKey', commandKey)}${element('State', state)}${details}</${struct}>`
  })
  return soapArray('TransferList', `cwmp:${struct}`, items)
}

type TransferMethod =
  | 'Download'
  | 'DownloadResponse'
  | 'Upload'
  | 'UploadResponse'
  | 'TransferComplete'
  | 'TransferCompleteResponse'
  | 'AutonomousTransferComplete'
  | 'AutonomousTransferCompleteResponse'
  | 'GetQueuedTransfers'
  | 'GetQueuedTransfersResponse'
  | 'GetAllQueuedTransfers'
  | 'GetAllQueuedTransfersResponse'

export const transferCodecs: MethodCodecs<TransferMethod> = {
  Download: {
    decode: (node) => ({
      method: 'Download',
      commandKey: textOf(node, 'CommandKey'),
      fileType: textOf(node, 'FileType'),
      url: textOf(node, 'URL'),
      username: textOf(node, 'Username'),
      password: textOf(node, 'Password'),
      fileSize: integerOf(node, 'FileSize'),
      targetFileName: textOf(node, 'TargetFileName'),
      delaySeconds: integerOf(node, 'DelaySeconds'),
      successUrl: textOf(node, 'SuccessURL'),
      failureUrl: textOf(node, 'FailureURL'),
    }),
    encode: (message) =>
      element('CommandKey', message.commandKey) +
      element('FileType', message.fileType) +
      element('URL', message.url) +
      element('Username', message.username) +
      element('Password', message.password) +
      element('FileSize', message.fileSize) +
      element('TargetFileName', message.targetFileName) +
      element('DelaySeconds', message.delaySeconds) +
      element('SuccessURL', message.successUrl) +
      element('FailureURL', message.failureUrl),
  },
  DownloadResponse: {
    decode: (node) => ({ method: 'DownloadResponse', ...readStarted(node) }),
    encode: writeStarted,
  },
  Upload: {
    decode: (node) => ({
      method: 'Upload',
      commandKey: textOf(node, 'CommandKey'),
      fileType: textOf(node, 'FileType'),
      url: textOf(node, 'URL'),
      username: textOf(node, 'Username'),
      password: textOf(node, 'Password'),
      delaySeconds: integerOf(node, 'DelaySeconds'),
    }),
    encode: (message) =>
      element('CommandKey', message.commandKey) +
      element('FileType', message.fileType) +
      element('URL', message.url) +
      element('Username', message.username) +
      element('Password', message.password) +
      element('DelaySeconds', message.delaySeconds),
  },
  UploadResponse: {
    decode: (node) => ({ method: 'UploadResponse', ...readStarted(node) }),
    encode: writeStarted,
  },
  TransferComplete: {
    decode: (node) => ({
      method: 'TransferComplete',
      commandKey: textOf(node, 'CommandKey'),
      ...readOutcome(node),
    }),
    encode: (message) => element('CommandKey', message.commandKey) + writeOutcome(message),
  },
  TransferCompleteResponse: bare({ method: 'TransferCompleteResponse' }),
  AutonomousTransferComplete: {
    decode: (node) => ({
      method: 'AutonomousTransferComplete',
      announceUrl: textOf(node, 'AnnounceURL'),
      transferUrl: textOf(node, 'TransferURL'),
      isDownload: isTrue(textOf(node, 'IsDownload')),
      fileType: textOf(node, 'FileType'),
      fileSize: integerOf(node, 'FileSize'),
      targetFileName: textOf(node, 'TargetFileName'),
      ...readOutcome(node),
    }),
    encode: (message) =>
      element('AnnounceURL', message.announceUrl) +
      element('TransferURL', message.transferUrl) +
      element('IsDownload', message.isDownload) +
      element('FileType', message.fileType) +
      element('FileSize', message.fileSize) +
      element('TargetFileName', message.targetFileName) +
      writeOutcome(message),
  },
  AutonomousTransferCompleteResponse: bare({ method: 'AutonomousTransferCompleteResponse' }),
  GetQueuedTransfers: bare({ method: 'GetQueuedTransfers' }),
  GetQueuedTransfersResponse: {
    decode: (node) => ({ method: 'GetQueuedTransfersResponse', transfers: readQueued(node) }),
    encode: ({ transfers }) => writeQueued('QueuedTransferStruct', transfers),
  },
  GetAllQueuedTransfers: bare({ method: 'GetAllQueuedTransfers' }),
  GetAllQueuedTransfersResponse: {
    decode: (node) => ({ method: 'GetAllQueuedTransfersResponse', transfers: readQueued(node) }),
    encode: ({ transfers }) => writeQueued('AllQueuedTransferStruct', transfers),
  },
}
