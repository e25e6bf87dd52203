/** The mark: an N drawn as one line, ending in the returned signal. */
export function BrandMark({ size = 28, onInk = false }: { size?: number; onInk?: boolean }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill={onInk ? '#1b3650' : '#0c1a29'} />
      <path
        d="M9 24V9.5L23 24v-9"
        fill="none"
        stroke="#fff"
        strokeWidth="3.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="23" cy="8.5" r="2.9" fill="#37c2d3" />
    </svg>
  )
}
