import type { ReportBlock } from '@netward/contract/report-blocks'
import type { ServicePeriod } from '@netward/contract/service-report-values'
import type { Language } from '@netward/phrases/server'

/** What a report is about, apart from its figures. */
export interface Subject {
  readonly companyName: string
  readonly period: ServicePeriod
  readonly from: string
  readonly to: string
  readonly timeZone: string
  readonly language: Language
  readonly makerName: string
  readonly asOf: string
  readonly done: string
  readonly asked: string
}

export const dash = '—'

export const heading = (text: string, newPage = false): ReportBlock => ({ kind: 'heading', text, newPage })
/** Columns of a table. */
export const left = (title: string, width: number) => ({ title, width, align: 'left' as const })
export const right = (title: string, width: number) => ({ title, width, align: 'right' as const })
