import type { inventoryApi, inventorySnapshotApi } from '@netward/contract'
import type * as codes from '@netward/contract/inventory-codes'
import type { DomainTexts } from '../domain-texts.ts'

export const inventory = {
  snapshots: {
    at: '快照时间',
    devices: '设备数',
    by: '来源',
    byClock: '自动',
    take: '立即生成快照',
    taken: '快照已生成',
    compare: '对比所选快照',
    none: '暂无资产快照',
    noneHint: '按系统设置中的存储间隔自动生成，也可立即生成。',
    noDevices: '该快照中没有设备',
    noChanges: '两个快照没有差异',
    search: '名称、型号或序列号',
    searchLabel: '搜索',
    change: '变化',
    changes: { new: '新增', gone: '减少', changed: '变更' },
    changedFrom: '原{{label}}：{{value}}',
    empty: '空',
    exportContents: '快照内容',
    exportComparison: '快照对比',
  },
  hardwareVersion: '硬件版本',
  firstSeen: '首次发现',
  lastSeen: '最近在线',
  firstSeenFrom: '首次发现起',
  firstSeenTo: '首次发现止',
  groupBy: '分组方式',
  by: { brand: '按品牌', modelName: '按型号', softwareVersion: '按版本' },
  unknown: '未知',
  workbook: 'Excel',
  exporting: '正在导出…',
  search: '名称、序列号、型号、IP 或 MAC',
  searchLabel: '搜索',
  none: '暂无设备',
  noneHint: '设备添加或首次上线后会显示在这里。',
  groups: '按品牌、型号和版本统计的设备',
  share: '{{share}} · {{count}} 台',
}

export const texts = {
  errors: {
    'inventory.snapshot_not_found': '资产快照不存在',
    'inventory.snapshot_too_soon': '刚刚生成过快照，请稍后再试',
  },
  permissions: {},
  actions: { 'inventory.exported': '导出资产清单', 'inventory.snapshot_taken': '生成资产快照' },
  groups: { inventory: '资产清单' },
  titles: {
    inventory: '资产清单',
    inventorySnapshots: '资产快照',
    inventorySnapshot: '快照内容',
    inventoryComparison: '快照对比',
  },
} satisfies DomainTexts<typeof codes, typeof inventoryApi & typeof inventorySnapshotApi>
