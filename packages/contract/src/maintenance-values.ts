import { z } from 'zod'

/** Longer work is several windows, or no maintenance. */
export const longestMaintenanceDays = 31
/** Windows of a company that are not past. */
export const mostMaintenanceWindows = 500
/** Days that the calendar shows. */
export const calendarDays = 14

export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

const days = '(MO|TU|WE|TH|FR|SA|SU)'
const parts = [
  'INTERVAL=[1-9]\\d?',
  `BYDAY=(-1|[1-5])?${days}(,(-1|[1-5])?${days}){0,6}`,
  'BYMONTHDAY=(-1|[1-9]|[12]\\d|3[01])(,(-1|[1-9]|[12]\\d|3[01])){0,30}',
  'UNTIL=\\d{8}T\\d{6}Z',
]

/** The part of RFC 5545 that announced work needs. */
export const repeatRule = z
  .string()
  .max(200)
  .regex(new RegExp(`^FREQ=(DAILY|WEEKLY|MONTHLY)(;(${parts.join('|')})){0,4}$`))
