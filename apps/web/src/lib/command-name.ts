type Asked = Readonly<Record<string, unknown>>

/** File type by TR-069 A.3.2.8 and A.4.1.5, the later ones with an instance; null for others. */
export function fileOf(fileType: unknown): 'firmware' | 'configuration' | 'log' | null {
  if (typeof fileType !== 'string') return null
  if (/^[13] Vendor Configuration File(?: \d+)?$/.test(fileType)) return 'configuration'
  if (/^[24] Vendor Log File(?: \d+)?$/.test(fileType)) return 'log'
  return fileType === '1 Firmware Upgrade Image' ? 'firmware' : null
}

/**
 * Name of a command: derived from its payload, or from being a comparison only, where its kind is too
 * general.
 */
export function commandName(kind: string, asked: Asked): string {
  if (kind === 'provision') return asked['check'] === false ? kind : 'compare'
  const file = fileOf(asked['fileType'])
  if (kind === 'download' && file === 'firmware') return 'version' in asked ? 'firmwareOf' : 'firmware'
  if (kind === 'download' && file === 'configuration') return 'takenAt' in asked ? 'restoreOf' : 'restore'
  return kind === 'upload' && file === 'configuration' ? 'backup' : kind
}
