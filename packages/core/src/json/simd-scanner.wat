;; The inner loops of reading JSON as bytes, 64 at a time. What they are for, and the same in plain TypeScript:
;; scanner.ts and plain-scanner.ts. `npm run wasm` turns this file into simd-scanner-wasm.ts.
;;
;; Memory, as simd-scanner.ts lays it out:
;;   0  out       i32  where the next offset is written
;;   4  depth     i32  how many containers are open
;;   8  quoted    i64  all ones inside a string, else 0
;;   16 escaped   i64  1 when the next byte stands behind a backslash, else 0
;;   24 arena     i32  where the next remembered value goes
;;   28 arenaEnd  i32
;;   32 ids       i32  how many values are remembered
;;   1 KiB cuts · 64 KiB offsets · 320 KiB marks of what was seen once · 384 KiB table of values · 640 KiB arena, input
(module
  (memory (export "memory") 0)

  ;; The bits of four comparisons of 16 bytes each.
  (func $bits (param $a v128) (param $b v128) (param $c v128) (param $d v128) (result i64)
    (i64.or
      (i64.extend_i32_u
        (i32.or
          (i8x16.bitmask (local.get $a))
          (i32.shl (i8x16.bitmask (local.get $b)) (i32.const 16))))
      (i64.shl
        (i64.extend_i32_u
          (i32.or
            (i8x16.bitmask (local.get $c))
            (i32.shl (i8x16.bitmask (local.get $d)) (i32.const 16))))
        (i64.const 32))))

  ;; Which of the bytes are escaped; backslashes are few, so they are gone through one by one.
  (func $escapes (param $slashes i64) (param $valid i64) (result i64)
    (local $escaped i64) (local $bit i64) (local $next i64) (local $pending i64)
    (local.set $escaped (i64.load (i32.const 16)))
    (local.set $slashes (i64.and (local.get $slashes) (i64.xor (local.get $escaped) (i64.const -1))))
    (block $done
      (loop $each
        (br_if $done (i64.eqz (local.get $slashes)))
        (local.set $bit (i64.and (local.get $slashes) (i64.sub (i64.const 0) (local.get $slashes))))
        (local.set $next (i64.shl (local.get $bit) (i64.const 1)))
        (if (i64.eqz (i64.and (local.get $next) (local.get $valid)))
          (then (local.set $pending (i64.const 1))))
        (local.set $escaped (i64.or (local.get $escaped) (local.get $next)))
        (local.set $slashes
          (i64.and (local.get $slashes) (i64.xor (i64.or (local.get $bit) (local.get $next)) (i64.const -1))))
        (br $each)))
    (i64.store (i32.const 16) (local.get $pending))
    (local.get $escaped))

  ;; From each set bit up to the next one: 1; what is between two quotes, the first of them included.
  (func $between (param $x i64) (result i64)
    (local.set $x (i64.xor (local.get $x) (i64.shl (local.get $x) (i64.const 1))))
    (local.set $x (i64.xor (local.get $x) (i64.shl (local.get $x) (i64.const 2))))
    (local.set $x (i64.xor (local.get $x) (i64.shl (local.get $x) (i64.const 4))))
    (local.set $x (i64.xor (local.get $x) (i64.shl (local.get $x) (i64.const 8))))
    (local.set $x (i64.xor (local.get $x) (i64.shl (local.get $x) (i64.const 16))))
    (i64.xor (local.get $x) (i64.shl (local.get $x) (i64.const 32))))

  ;; Scanner.scan. stop: the depth that a closing bracket must reach to stop, or -1 to stop at newlines.
  (func (export "scan") (param $p i32) (param $to i32) (param $limit i32) (param $stop i32) (result i32)
    (local $valid i64) (local $quotes i64) (local $slashes i64) (local $string i64) (local $outside i64)
    (local $open i64) (local $close i64) (local $lines i64) (local $bits i64) (local $bit i64)
    (local $depth i32) (local $out i32) (local $lowest i32) (local $at i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local $e v128) (local $f v128) (local $g v128) (local $h v128)
    (local.set $out (i32.load (i32.const 0)))
    (local.set $depth (i32.load (i32.const 4)))
    (block $end
      (loop $block
        (br_if $end (i32.ge_u (local.get $p) (local.get $to)))
        (local.set $valid (i64.const -1))
        (if (i32.lt_u (i32.sub (local.get $to) (local.get $p)) (i32.const 64))
          (then
            (local.set $valid
              (i64.sub
                (i64.shl (i64.const 1) (i64.extend_i32_u (i32.sub (local.get $to) (local.get $p))))
                (i64.const 1)))))
        (local.set $a (v128.load (local.get $p)))
        (local.set $b (v128.load offset=16 (local.get $p)))
        (local.set $c (v128.load offset=32 (local.get $p)))
        (local.set $d (v128.load offset=48 (local.get $p)))
        ;; With bit 5 set { and [ are one, and } and ].
        (local.set $e (v128.or (local.get $a) (i8x16.splat (i32.const 0x20))))
        (local.set $f (v128.or (local.get $b) (i8x16.splat (i32.const 0x20))))
        (local.set $g (v128.or (local.get $c) (i8x16.splat (i32.const 0x20))))
        (local.set $h (v128.or (local.get $d) (i8x16.splat (i32.const 0x20))))
        (local.set $quotes
          (i64.and (local.get $valid)
            (i64.or
              (i64.extend_i32_u
                (i32.or
                  (i8x16.bitmask (i8x16.eq (local.get $a) (i8x16.splat (i32.const 0x22))))
                  (i32.shl (i8x16.bitmask (i8x16.eq (local.get $b) (i8x16.splat (i32.const 0x22)))) (i32.const 16))))
              (i64.shl
                (i64.extend_i32_u
                  (i32.or
                    (i8x16.bitmask (i8x16.eq (local.get $c) (i8x16.splat (i32.const 0x22))))
                    (i32.shl (i8x16.bitmask (i8x16.eq (local.get $d) (i8x16.splat (i32.const 0x22)))) (i32.const 16))))
                (i64.const 32)))))
        (if (i32.or
              (v128.any_true
                (v128.or
                  (v128.or (i8x16.eq (local.get $a) (i8x16.splat (i32.const 0x5c))) (i8x16.eq (local.get $b) (i8x16.splat (i32.const 0x5c))))
                  (v128.or (i8x16.eq (local.get $c) (i8x16.splat (i32.const 0x5c))) (i8x16.eq (local.get $d) (i8x16.splat (i32.const 0x5c))))))
              (i32.wrap_i64 (i64.load (i32.const 16))))
          (then
            (local.set $slashes
              (i64.and (local.get $valid)
                (call $bits
                  (i8x16.eq (local.get $a) (i8x16.splat (i32.const 0x5c)))
                  (i8x16.eq (local.get $b) (i8x16.splat (i32.const 0x5c)))
                  (i8x16.eq (local.get $c) (i8x16.splat (i32.const 0x5c)))
                  (i8x16.eq (local.get $d) (i8x16.splat (i32.const 0x5c))))))
            (local.set $quotes
              (i64.and (local.get $quotes)
                (i64.xor (call $escapes (local.get $slashes) (local.get $valid)) (i64.const -1))))))
        (local.set $string (i64.xor (call $between (local.get $quotes)) (i64.load (i32.const 8))))
        (i64.store (i32.const 8) (i64.shr_s (local.get $string) (i64.const 63)))
        (local.set $outside (i64.and (local.get $valid) (i64.xor (local.get $string) (i64.const -1))))
        (local.set $open
          (i64.and (local.get $outside)
            (i64.or
              (i64.extend_i32_u
                (i32.or
                  (i8x16.bitmask (i8x16.eq (local.get $e) (i8x16.splat (i32.const 0x7b))))
                  (i32.shl (i8x16.bitmask (i8x16.eq (local.get $f) (i8x16.splat (i32.const 0x7b)))) (i32.const 16))))
              (i64.shl
                (i64.extend_i32_u
                  (i32.or
                    (i8x16.bitmask (i8x16.eq (local.get $g) (i8x16.splat (i32.const 0x7b))))
                    (i32.shl (i8x16.bitmask (i8x16.eq (local.get $h) (i8x16.splat (i32.const 0x7b)))) (i32.const 16))))
                (i64.const 32)))))
        (local.set $close
          (i64.and (local.get $outside)
            (i64.or
              (i64.extend_i32_u
                (i32.or
                  (i8x16.bitmask (i8x16.eq (local.get $e) (i8x16.splat (i32.const 0x7d))))
                  (i32.shl (i8x16.bitmask (i8x16.eq (local.get $f) (i8x16.splat (i32.const 0x7d)))) (i32.const 16))))
              (i64.shl
                (i64.extend_i32_u
                  (i32.or
                    (i8x16.bitmask (i8x16.eq (local.get $g) (i8x16.splat (i32.const 0x7d))))
                    (i32.shl (i8x16.bitmask (i8x16.eq (local.get $h) (i8x16.splat (i32.const 0x7d)))) (i32.const 16))))
                (i64.const 32)))))
        (local.set $lines (i64.const 0))
        (if (i32.lt_s (local.get $stop) (i32.const 0))
          (then
            (if (v128.any_true
                  (v128.or
                    (v128.or (i8x16.eq (local.get $a) (i8x16.splat (i32.const 0x0a))) (i8x16.eq (local.get $b) (i8x16.splat (i32.const 0x0a))))
                    (v128.or (i8x16.eq (local.get $c) (i8x16.splat (i32.const 0x0a))) (i8x16.eq (local.get $d) (i8x16.splat (i32.const 0x0a))))))
              (then
                (local.set $lines
                  (i64.and (local.get $valid)
                    (call $bits
                      (i8x16.eq (local.get $a) (i8x16.splat (i32.const 0x0a)))
                      (i8x16.eq (local.get $b) (i8x16.splat (i32.const 0x0a)))
                      (i8x16.eq (local.get $c) (i8x16.splat (i32.const 0x0a)))
                      (i8x16.eq (local.get $d) (i8x16.splat (i32.const 0x0a))))))))))
        (local.set $lowest
          (i32.sub (local.get $depth) (i32.wrap_i64 (i64.popcnt (local.get $close)))))
        (if (i32.and (i32.gt_s (local.get $lowest) (local.get $limit)) (i64.eqz (local.get $lines)))
          (then
            (local.set $depth
              (i32.add (local.get $lowest) (i32.wrap_i64 (i64.popcnt (local.get $open))))))
          (else
            (local.set $bits
              (i64.or
                (i64.or (i64.or (local.get $open) (local.get $close)) (local.get $lines))
                (i64.and (local.get $outside)
                  (call $bits
                    (v128.or (i8x16.eq (local.get $a) (i8x16.splat (i32.const 0x2c))) (i8x16.eq (local.get $a) (i8x16.splat (i32.const 0x3a))))
                    (v128.or (i8x16.eq (local.get $b) (i8x16.splat (i32.const 0x2c))) (i8x16.eq (local.get $b) (i8x16.splat (i32.const 0x3a))))
                    (v128.or (i8x16.eq (local.get $c) (i8x16.splat (i32.const 0x2c))) (i8x16.eq (local.get $c) (i8x16.splat (i32.const 0x3a))))
                    (v128.or (i8x16.eq (local.get $d) (i8x16.splat (i32.const 0x2c))) (i8x16.eq (local.get $d) (i8x16.splat (i32.const 0x3a))))))))
            (block $none
              (loop $each
                (br_if $none (i64.eqz (local.get $bits)))
                (local.set $bit (i64.and (local.get $bits) (i64.sub (i64.const 0) (local.get $bits))))
                (local.set $at (i32.add (local.get $p) (i32.wrap_i64 (i64.ctz (local.get $bits)))))
                (local.set $bits (i64.xor (local.get $bits) (local.get $bit)))
                (if (i64.ne (i64.and (local.get $bit) (local.get $close)) (i64.const 0))
                  (then
                    (local.set $depth (i32.sub (local.get $depth) (i32.const 1)))
                    (i32.store (local.get $out) (local.get $at))
                    (if (i32.le_s (local.get $depth) (local.get $limit))
                      (then (local.set $out (i32.add (local.get $out) (i32.const 4)))))
                    (if (i32.le_s (local.get $depth) (local.get $stop))
                      (then
                        (i64.store (i32.const 8) (i64.const 0))
                        (i64.store (i32.const 16) (i64.const 0))
                        (i32.store (i32.const 0) (local.get $out))
                        (i32.store (i32.const 4) (local.get $depth))
                        (return (i32.add (local.get $at) (i32.const 1)))))
                    (br $each)))
                (if (i64.ne (i64.and (local.get $bit) (local.get $lines)) (i64.const 0))
                  (then
                    ;; Whether the line ended inside a string is what the caller asks.
                    (i64.store (i32.const 8)
                      (select (i64.const 0) (i64.const -1)
                        (i64.eqz (i64.and (local.get $bit) (local.get $string)))))
                    (i64.store (i32.const 16) (i64.const 0))
                    (i32.store (i32.const 0) (local.get $out))
                    (i32.store (i32.const 4) (local.get $depth))
                    (return (i32.add (local.get $at) (i32.const 1)))))
                (i32.store (local.get $out) (local.get $at))
                (if (i32.le_s (local.get $depth) (local.get $limit))
                  (then (local.set $out (i32.add (local.get $out) (i32.const 4)))))
                (if (i64.ne (i64.and (local.get $bit) (local.get $open)) (i64.const 0))
                  (then (local.set $depth (i32.add (local.get $depth) (i32.const 1)))))
                (br $each)))))
        (local.set $p (i32.add (local.get $p) (i32.const 64)))
        (br $block)))
    (i32.store (i32.const 0) (local.get $out))
    (i32.store (i32.const 4) (local.get $depth))
    (i32.const -1))

  ;; Scanner.slide: n pairs of cuts stand at 1 KiB.
  (func (export "slide") (param $start i32) (param $n i32) (result i32)
    (local $to i32) (local $from i32) (local $size i32) (local $cut i32)
    (local.set $cut (i32.add (i32.const 1016) (i32.shl (local.get $n) (i32.const 3))))
    (local.set $to (i32.load offset=4 (local.get $cut)))
    (loop $each
      (local.set $from
        (select (i32.load offset=4 (i32.sub (local.get $cut) (i32.const 8))) (local.get $start)
          (i32.gt_u (local.get $cut) (i32.const 1024))))
      (local.set $size (i32.sub (i32.load (local.get $cut)) (local.get $from)))
      (local.set $to (i32.sub (local.get $to) (local.get $size)))
      (memory.copy (local.get $to) (local.get $from) (local.get $size))
      (local.set $cut (i32.sub (local.get $cut) (i32.const 8)))
      (br_if $each (i32.ge_u (local.get $cut) (i32.const 1024))))
    (local.get $to))

  ;; Only the upper half of a product is good: a bit of a factor moves no bit below itself.
  (func $hash (param $p i32) (param $n i32) (result i32)
    (local $even i64) (local $odd i64)
    (local.set $even (i64.extend_i32_u (local.get $n)))
    (block $short
      (loop $words
        (br_if $short (i32.lt_u (local.get $n) (i32.const 16)))
        ;; Two at a time, since each waits for the one before it.
        (local.set $even
          (i64.mul (i64.xor (local.get $even) (i64.load (local.get $p))) (i64.const 0x9e3779b97f4a7c15)))
        (local.set $odd
          (i64.mul
            (i64.xor (local.get $odd) (i64.load offset=8 (local.get $p)))
            (i64.const 0xc2b2ae3d27d4eb4f)))
        (local.set $even (i64.rotl (local.get $even) (i64.const 29)))
        (local.set $odd (i64.rotl (local.get $odd) (i64.const 31)))
        (local.set $p (i32.add (local.get $p) (i32.const 16)))
        (local.set $n (i32.sub (local.get $n) (i32.const 16)))
        (br $words)))
    (block $done
      (loop $bytes
        (br_if $done (i32.eqz (local.get $n)))
        (local.set $even
          (i64.mul (i64.xor (local.get $even) (i64.load8_u (local.get $p))) (i64.const 0x9e3779b97f4a7c15)))
        (local.set $p (i32.add (local.get $p) (i32.const 1)))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br $bytes)))
    (i32.wrap_i64
      (i64.shr_u
        (i64.mul (i64.xor (local.get $even) (local.get $odd)) (i64.const 0x9e3779b97f4a7c15))
        (i64.const 32))))

  (func $same (param $a i32) (param $b i32) (param $n i32) (result i32)
    (block $short
      (loop $words
        (br_if $short (i32.lt_u (local.get $n) (i32.const 16)))
        (if (v128.any_true (v128.xor (v128.load (local.get $a)) (v128.load (local.get $b))))
          (then (return (i32.const 0))))
        (local.set $a (i32.add (local.get $a) (i32.const 16)))
        (local.set $b (i32.add (local.get $b) (i32.const 16)))
        (local.set $n (i32.sub (local.get $n) (i32.const 16)))
        (br $words)))
    (block $done
      (loop $bytes
        (br_if $done (i32.eqz (local.get $n)))
        (if (i32.ne (i32.load8_u (local.get $a)) (i32.load8_u (local.get $b))) (then (return (i32.const 0))))
        (local.set $a (i32.add (local.get $a) (i32.const 1)))
        (local.set $b (i32.add (local.get $b) (i32.const 1)))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br $bytes)))
    (i32.const 1))

  ;; Scanner.remember: 2·id of these bytes; 2·id+1 when they get their id now, at the second sight; -1 at the first
  ;; sight, and when there is no room.
  (func (export "remember") (param $p i32) (param $n i32) (result i32)
    (local $h i32) (local $slot i32) (local $left i32) (local $mark i32) (local $to i32)
    (local.set $h (i32.or (call $hash (local.get $p) (local.get $n)) (i32.const 1)))
    (local.set $slot (i32.and (i32.shr_u (local.get $h) (i32.const 2)) (i32.const 0x3fff)))
    (local.set $left (i32.const 8))
    (block $missing
      (loop $probe
        (local.set $to (i32.add (i32.const 393216) (i32.shl (local.get $slot) (i32.const 4))))
        (br_if $missing (i32.eqz (i32.load (local.get $to))))
        (if (i32.and
              (i32.eq (i32.load (local.get $to)) (local.get $h))
              (i32.eq (i32.load offset=8 (local.get $to)) (local.get $n)))
          (then
            (if (call $same (local.get $p) (i32.load offset=4 (local.get $to)) (local.get $n))
              (then (return (i32.shl (i32.load offset=12 (local.get $to)) (i32.const 1)))))))
        (local.set $slot (i32.and (i32.add (local.get $slot) (i32.const 1)) (i32.const 0x3fff)))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (br_if $probe (local.get $left))
        (return (i32.const -1))))
    (local.set $mark
      (i32.add (i32.const 327680)
        (i32.shl (i32.and (i32.shr_u (local.get $h) (i32.const 16)) (i32.const 0x3fff)) (i32.const 2))))
    (if (i32.ne (i32.load (local.get $mark)) (local.get $h))
      (then
        (i32.store (local.get $mark) (local.get $h))
        (return (i32.const -1))))
    (local.set $left (i32.load (i32.const 24)))
    (if (i32.gt_u (i32.add (local.get $left) (local.get $n)) (i32.load (i32.const 28)))
      (then (return (i32.const -1))))
    (memory.copy (local.get $left) (local.get $p) (local.get $n))
    (i32.store (i32.const 24) (i32.add (local.get $left) (local.get $n)))
    (i32.store (local.get $to) (local.get $h))
    (i32.store offset=4 (local.get $to) (local.get $left))
    (i32.store offset=8 (local.get $to) (local.get $n))
    (local.set $left (i32.load (i32.const 32)))
    (i32.store offset=12 (local.get $to) (local.get $left))
    (i32.store (i32.const 32) (i32.add (local.get $left) (i32.const 1)))
    (i32.or (i32.shl (local.get $left) (i32.const 1)) (i32.const 1)))
)
