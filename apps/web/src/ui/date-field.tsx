import { Input } from 'antd'
import { type AriaAttributes, lazy, type RefCallback, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DateKind } from './date-text.ts'

export interface DateFieldProps extends AriaAttributes {
  kind?: DateKind
  /** `2026-11-21`, `2026-11-21T09:05` or `09:05`, in the form's own time zone; empty: no value. */
  value?: string | undefined
  onChange?: (value: string) => void
  /** The earliest selectable value. The form validates typed values and gives the reason. */
  min?: string
  disabled?: boolean
  id?: string
  /** The element that the form focuses. */
  ref?: RefCallback<{ focus: (options?: FocusOptions) => void }>
}

const DatePicker = lazy(async () => ({ default: (await import('./date-picker.tsx')).DatePicker }))

/**
 * A date, a date with a time, or a time, in the console's language; the browser's own fields use the
 * browser's. The library loads with the first field.
 */
export function DateField(props: DateFieldProps) {
  const { t } = useTranslation()
  const { kind = 'date', value = '' } = props
  // Restores the focus after the library has loaded.
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
