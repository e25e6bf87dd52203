import { CloseOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { parseHours } from '@netward/contract/business-hours'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/preferences.ts'
import { DateField } from '../../ui/date-field.tsx'
import {
  type DraftTime,
  draftOf,
  draftText,
  emptyTime,
  freeDays,
  type HoursDraft,
  withDay,
} from './hours-draft.ts'
import { dayNames, useHoursText } from './hours-text.ts'
import './hours-field.css'

const maxGroups = 7
const maxTimes = 4

interface Props {
  /** In the notation; incomplete entries are omitted. */
  value?: string
  onChange?: (text: string) => void
  id?: string
}

/** Business hours: groups of days with their times, and exceptions by date. */
export function HoursField({ value = '', onChange, id }: Props) {
  const { t } = useTranslation()
  const words = useHoursText()
  const [draft, setDraft] = useState(() => draftOf(value))
  const change = (next: HoursDraft) => {
    setDraft(next)
    onChange?.(draftText(next))
  }
  const { groups, exceptions } = draft
  const free = freeDays(groups)
  const text = draftText(draft)
  return (
    <div className="hours-field" id={id}>
      {groups.map((group, index) => (
        <div className="hours-group" key={index}>
          <Days
            number={index + 1}
            chosen={group.days}
            onToggle={(day) => change({ ...draft, groups: withDay(groups, index, day) })}
          />
          <Times
            times={group.times}
            onChange={(times) => change({ ...draft, groups: groups.with(index, { ...group, times }) })}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('outlets.hours.removeGroup')}
            onClick={() => change({ ...draft, groups: groups.toSpliced(index, 1) })}
          />
        </div>
      ))}
      {exceptions.map((exception, index) => (
        <div className="hours-group" key={index}>
          <Dates
            {...exception}
            onChange={(dates) =>
              change({ ...draft, exceptions: exceptions.with(index, { ...exception, ...dates }) })
            }
          />
          <Times
            times={exception.times}
            none={t('outlets.hours.exceptionClosed')}
            onChange={(times) =>
              change({ ...draft, exceptions: exceptions.with(index, { ...exception, times }) })
            }
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('outlets.hours.removeException')}
            onClick={() => change({ ...draft, exceptions: exceptions.toSpliced(index, 1) })}
          />
        </div>
      ))}
      <div className="hours-adds">
        {groups.length < maxGroups && free.length > 0 && (
          <Button
            type="dashed"
            icon={<PlusOutlined />}
            onClick={() =>
              change({ ...draft, groups: [...groups, { days: offered(free), times: [emptyTime] }] })
            }
          >
            {t('outlets.hours.addGroup')}
          </Button>
        )}
        {groups.length === 0 && (
          <Button type="dashed" onClick={() => change({ ...draft, groups: draftOf('24/7').groups })}>
            {t('outlets.hours.always')}
          </Button>
        )}
        <Button
          type="dashed"
          icon={<PlusOutlined />}
          onClick={() => change({ ...draft, exceptions: [...exceptions, { from: '', to: '', times: [] }] })}
        >
          {t('outlets.hours.addException')}
        </Button>
      </div>
      <small className="quiet" aria-live="polite">
        {parseHours(text) === null ? t('outlets.hours.hint') : words(text)}
      </small>
    </div>
  )
}

/** Working days first, then the rest. */
const offered = (free: readonly number[]) => {
  const working = free.filter((day) => day < 5)
  return working.length > 0 ? working : free
}

function Days(props: { number: number; chosen: readonly number[]; onToggle: (day: number) => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <fieldset className="hours-days">
      <legend className="visually-hidden">{t('outlets.hours.daysLabel', { n: props.number })}</legend>
      {dayNames(language).map((name, day) => (
        <label key={name}>
          <input
            type="checkbox"
            className="visually-hidden"
            checked={props.chosen.includes(day)}
            onChange={() => props.onToggle(day)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  )
}

function Dates(props: { from: string; to: string; onChange: (dates: { from: string; to: string }) => void }) {
  const { t } = useTranslation()
  const { from, to } = props
  return (
    <div className="hours-dates">
      <DateField
        value={from}
        aria-label={t('outlets.hours.exceptionFrom')}
        onChange={(day) => props.onChange({ from: day, to: to < day ? day : to })}
      />
      –
      <DateField
        min={from}
        value={to}
        aria-label={t('outlets.hours.exceptionTo')}
        onChange={(day) => props.onChange({ from, to: day })}
      />
    </div>
  )
}

function Times(props: {
  times: readonly DraftTime[]
  /** Meaning of an empty list of times; without it one entry stays. */
  none?: string
  onChange: (times: readonly DraftTime[]) => void
}) {
  const { t } = useTranslation()
  const { times, none, onChange } = props
  return (
    <div className="hours-times">
      {times.length === 0 && <span className="quiet">{none}</span>}
      {times.map((time, index) => (
        <div className="hours-time" key={index}>
          <DateField
            kind="time"
            value={time.from}
            aria-label={t('outlets.hours.from')}
            onChange={(from) => onChange(times.with(index, { ...time, from }))}
          />
          –
          <DateField
            kind="time"
            value={time.to}
            aria-label={t('outlets.hours.to')}
            onChange={(to) => onChange(times.with(index, { ...time, to }))}
          />
          {(none !== undefined || times.length > 1) && (
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              aria-label={t('outlets.hours.removeTime')}
              onClick={() => onChange(times.toSpliced(index, 1))}
            />
          )}
        </div>
      ))}
      {times.length < maxTimes && (
        <Button
          type="link"
          size="small"
          icon={<PlusOutlined />}
          onClick={() => onChange([...times, times.length === 0 ? emptyTime : { from: '', to: '' }])}
        >
          {t('outlets.hours.addTime')}
        </Button>
      )}
    </div>
  )
}
