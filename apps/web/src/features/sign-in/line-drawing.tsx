/** Ornament: quality of one line over time, with a dip that was found and repaired. */
export function LineDrawing() {
  return (
    <svg className="sign-in-line" viewBox="0 0 640 150" aria-hidden="true">
      <defs>
        <linearGradient id="line-fill" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#37c2d3" stopOpacity="0.28" />
          <stop offset="1" stopColor="#37c2d3" stopOpacity="0" />
        </linearGradient>
      </defs>
      {[30, 70, 110].map((y) => (
        <path key={y} d={`M0 ${y}H640`} stroke="#fff" strokeOpacity="0.07" />
      ))}
      <path
        d="M0 46C40 40 70 52 110 44s70-8 110 2 40-6 62 8c24 16 26 70 58 72s40-30 62-58c20-26 48-24 78-28s90-6 160-2v112H0z"
        fill="url(#line-fill)"
      />
      <path
        d="M0 46C40 40 70 52 110 44s70-8 110 2 40-6 62 8c24 16 26 70 58 72s40-30 62-58c20-26 48-24 78-28s90-6 160-2"
        fill="none"
        stroke="#37c2d3"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <circle cx="340" cy="126" r="6" fill="#0f2437" stroke="#f1bd56" strokeWidth="3" />
      <circle cx="480" cy="40" r="6" fill="#0f2437" stroke="#56cb93" strokeWidth="3" />
    </svg>
  )
}
