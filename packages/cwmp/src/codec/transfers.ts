import type { XmlNode } from '../xml.ts'
import { childOf, textOf } from '../xml.ts'
import { element, soapArray } from '../xml-writer.ts'
import type { MethodCodecs } from './codec.ts'
import { bare, integerOf, isTrue } from './codec.ts'
import { itemsOf } from './parameters.ts'

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

type TransferMethod =
  | 'Download'
  | 'DownloadResponse'
  | 'Upload'
  | 'UploadResponse'
  | 'TransferComplete'
  | 'TransferCompleteResponse'
  | 'AutonomousTransferComplete'
  | 'AutonomousTransferCompleteResponse'
  | 'RequestDownload'
  | 'RequestDownloadResponse'

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
  RequestDownload: {
    decode: (node) => ({
      method: 'RequestDownload',
      fileType: textOf(node, 'FileType'),
      fileTypeArguments: itemsOf(node, 'FileTypeArg', 'ArgStruct').map((item) => ({
        name: textOf(item, 'Name'),
        value: textOf(item, 'Value'),
      })),
    }),
    encode: ({ fileType, fileTypeArguments }) =>
      element('FileType', fileType) +
      soapArray(
        'FileTypeArg',
        'cwmp:ArgStruct',
        fileTypeArguments.map(
          ({ name, value }) => `<ArgStruct>${element('Name', name)}${element('Value', value)}</ArgStruct>`,
        ),
      ),
  },
  RequestDownloadResponse: bare({ method: 'RequestDownloadResponse' }),
}
