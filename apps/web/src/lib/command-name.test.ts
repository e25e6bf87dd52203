import { expect, test } from 'vitest'
import { commandName, fileOf } from './command-name.ts'

test.each([
  ['1 Firmware Upgrade Image', 'firmware'],
  ['1 Vendor Configuration File', 'configuration'],
  ['3 Vendor Configuration File', 'configuration'],
  ['3 Vendor Configuration File 1', 'configuration'],
  ['2 Vendor Log File', 'log'],
  ['4 Vendor Log File 2', 'log'],
  ['2 Web Content', null],
  ['X 00256D 1 Firmware Upgrade Image', null],
  [undefined, null],
])('a file of the type %s is %s', (fileType, file) => {
  expect(fileOf(fileType)).toBe(file)
})

const [firmware, configuration] = ['1 Firmware Upgrade Image', '3 Vendor Configuration File']

test.each([
  ['download', { fileType: firmware }, 'firmware'],
  ['download', { fileType: firmware, version: 'V2' }, 'firmwareOf'],
  ['download', { fileType: configuration }, 'restore'],
  ['download', { fileType: configuration, takenAt: '2026-11-23T03:00:00Z' }, 'restoreOf'],
  ['upload', { fileType: '1 Vendor Configuration File' }, 'backup'],
  ['upload', { fileType: '2 Vendor Log File' }, 'upload'],
  ['download', {}, 'download'],
  ['provision', { check: true }, 'compare'],
  ['provision', { check: false }, 'provision'],
  // A timeline entry without a category: at least a view.
  ['provision', {}, 'compare'],
  ['reboot', { commandKey: 'r' }, 'reboot'],
])('%s of %o is called %s', (kind, asked, name) => {
  expect(commandName(kind, asked)).toBe(name)
})
