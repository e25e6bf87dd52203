import type { inventoryApi } from '@netward/contract'
import type * as codes from '@netward/contract/inventory-codes'
import type { DomainTexts } from '../domain-texts.ts'

export const inventory = {
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
  errors: {},
  permissions: {},
  actions: { 'inventory.exported': '导出资产清单' },
  groups: { inventory: '资产清单' },
  titles: { inventory: '资产清单' },
} satisfies DomainTexts<typeof codes, typeof inventoryApi>
