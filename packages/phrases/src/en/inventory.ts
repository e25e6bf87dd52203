import type { inventory as zh, texts as zhTexts } from '../zh/inventory.ts'

export const inventory: typeof zh = {
  hardwareVersion: 'Hardware version',
  firstSeen: 'First seen',
  lastSeen: 'Last seen',
  firstSeenFrom: 'First seen from',
  firstSeenTo: 'First seen to',
  groupBy: 'Group by',
  by: { brand: 'By brand', modelName: 'By model', softwareVersion: 'By version' },
  unknown: 'Unknown',
  workbook: 'Excel',
  exporting: 'Exporting…',
  search: 'Name, serial number, model, IP or MAC',
  searchLabel: 'Search',
  none: 'No devices yet',
  noneHint: 'Devices appear here when they are added or call in for the first time.',
  groups: 'Devices by brand, model and version',
  share: '{{share}} · {{count}} devices',
}

export const texts: typeof zhTexts = {
  errors: {},
  permissions: {},
  actions: { 'inventory.exported': 'Export inventory' },
  groups: { inventory: 'Inventory' },
  titles: { inventory: 'Inventory' },
}
