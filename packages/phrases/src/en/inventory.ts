import type { inventory as zh, texts as zhTexts } from '../zh/inventory.ts'

export const inventory: typeof zh = {
  snapshots: {
    at: 'Taken',
    devices: 'Devices',
    by: 'Source',
    byClock: 'Automatic',
    take: 'Take snapshot now',
    taken: 'Snapshot taken',
    compare: 'Compare selected',
    none: 'No inventory snapshots yet',
    noneHint:
      'Snapshots are taken at the storage interval of the general settings. You can also take one now.',
    noDevices: 'This snapshot has no devices',
    noChanges: 'The two snapshots do not differ',
    search: 'Name, model or serial number',
    searchLabel: 'Search',
    change: 'Change',
    changes: { new: 'New', gone: 'Gone', changed: 'Changed' },
    changedFrom: '{{label}} before: {{value}}',
    empty: 'empty',
    exportContents: 'Snapshot contents',
    exportComparison: 'Snapshot comparison',
  },
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
  errors: {
    'inventory.snapshot_not_found': 'Inventory snapshot not found',
    'inventory.snapshot_too_soon': 'A snapshot was taken within the last minute. Try again later',
  },
  permissions: {},
  actions: {
    'inventory.exported': 'Export inventory',
    'inventory.snapshot_taken': 'Take inventory snapshot',
  },
  groups: { inventory: 'Inventory' },
  titles: {
    inventory: 'Inventory',
    inventorySnapshots: 'Inventory snapshots',
    inventorySnapshot: 'Snapshot contents',
    inventoryComparison: 'Compare snapshots',
  },
}
