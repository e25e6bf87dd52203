import { Input } from 'antd'
import { type AriaAttributes, lazy, type RefCallback, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DateKind } from './date-text.ts'

export interface DateFieldProps extends AriaAttributes {
  kind?: DateKind
  /** `2026-11-21`, `2026-11-21T09:05` or `09:05`, on whichever clock the form means; empty: none. */
  value?: string | undefined
  onChange?: (value: string) => void
  /** The first that can be chosen. What is typed is for the form to judge, which says why not. */
  min?: string
  disabled?: boolean
  id?: string
  /** What the form focuses. */
  ref?: RefCallback<{ focus: (options?: FocusOptions) => void }>
}

const DatePicker = lazy(async () => ({ default: (await import('./date-picker.tsx')).DatePicker }))

/**
 * A date, a date with a time, or a time, in the language of the console: the browser's own fields speak that of the
 * browser. The library is downloaded with the first one that is shown.
 */
export function DateField(props: DateFieldProps) {
  const { t } = useTranslation()
  const { kind = 'date', value = '' } = props
  // What had the focus while the library came has it afterwards.
  const [focused, setFocused] = useState(false)
  const placeholder = t(`common.dateFormats.${kind}`)
  const { kind: _kind, min: _min, onChange: _onChange, ...field } = props
  return (
    <Suspense
      fallback={
        <Input
          {...field}
          readOnly
          value={value.replace('T', ' ')}
          placeholder={placeholder}
          className="date-field"
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        />
      }
    >
      <DatePicker {...props} placeholder={placeholder} takesFocus={focused} />
    </Suspense>
  )
}
