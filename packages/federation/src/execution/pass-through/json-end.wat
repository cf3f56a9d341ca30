;; Finds where a JSON object ends: 64 bytes at a time, by the brackets that are not within a text.
;;
;; A mask has a bit for each of 64 bytes, the lowest for the first one. The state goes on from one call of `scan` to the next, so that a text may come
;; in pieces. The method is that of the first stage of simdjson (Langdale and Lemire, "Parsing Gigabytes of JSON per Second", 2019, section 3.1).
(module
  ;; Where the caller puts a piece: two pages of 64 KiB.
  (memory (export "memory") 2)

  (global $depth (mut i32) (i32.const 0))
  ;; All ones when the byte before is within a text, else zero.
  (global $inText (mut i64) (i64.const 0))
  ;; 1 when the byte before is a backslash that escapes.
  (global $escaping (mut i32) (i32.const 0))

  ;; To be called before the first piece, which begins with the opening brace.
  (func (export "begin")
    (global.set $depth (i32.const 0))
    (global.set $inText (i64.const 0))
    (global.set $escaping (i32.const 0)))

  ;; Reads the bytes from $at up to $end. The address of the one that closes the object, or -1.
  (func (export "scan") (param $at i32) (param $end i32) (result i32)
    (local $found i32) (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (block $over
      (loop $next
        (br_if $over (i32.gt_u (i32.add (local.get $at) (i32.const 64)) (local.get $end)))
        (local.set $a (v128.load offset=0 (local.get $at)))
        (local.set $b (v128.load offset=16 (local.get $at)))
        (local.set $c (v128.load offset=32 (local.get $at)))
        (local.set $d (v128.load offset=48 (local.get $at)))
        (local.set $found
          (if (result i32)
            (i64.eqz
              (i64.or
                (i64.extend_i32_u (global.get $escaping))
                (call $positions (local.get $a) (local.get $b) (local.get $c) (local.get $d) (i32.const 0x5c))))
            (then (call $scanBlock (local.get $at) (local.get $a) (local.get $b) (local.get $c) (local.get $d)))
            (else (call $scanBytes (local.get $at) (i32.add (local.get $at) (i32.const 64))))))
        (if (i32.ge_s (local.get $found) (i32.const 0)) (then (return (local.get $found))))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br $next)))
    (call $scanBytes (local.get $at) (local.get $end)))

  ;; 64 bytes without a backslash.
  (func $scanBlock (param $at i32) (param $a v128) (param $b v128) (param $c v128) (param $d v128) (result i32)
    (local $text i64) (local $opens i64) (local $closes i64) (local $close i64) (local $before i64)
    ;; Bit n of $text: whether the quotes up to byte n are odd in number.
    (local.set $text (call $positions (local.get $a) (local.get $b) (local.get $c) (local.get $d) (i32.const 0x22)))
    (local.set $text (i64.xor (local.get $text) (i64.shl (local.get $text) (i64.const 1))))
    (local.set $text (i64.xor (local.get $text) (i64.shl (local.get $text) (i64.const 2))))
    (local.set $text (i64.xor (local.get $text) (i64.shl (local.get $text) (i64.const 4))))
    (local.set $text (i64.xor (local.get $text) (i64.shl (local.get $text) (i64.const 8))))
    (local.set $text (i64.xor (local.get $text) (i64.shl (local.get $text) (i64.const 16))))
    (local.set $text (i64.xor (local.get $text) (i64.shl (local.get $text) (i64.const 32))))
    (local.set $text (i64.xor (local.get $text) (global.get $inText)))
    (global.set $inText (i64.shr_s (local.get $text) (i64.const 63)))

    ;; With bit 0x20 set, a bracket is the brace of its side.
    (local.set $a (v128.or (local.get $a) (i8x16.splat (i32.const 0x20))))
    (local.set $b (v128.or (local.get $b) (i8x16.splat (i32.const 0x20))))
    (local.set $c (v128.or (local.get $c) (i8x16.splat (i32.const 0x20))))
    (local.set $d (v128.or (local.get $d) (i8x16.splat (i32.const 0x20))))
    (local.set $text (i64.xor (local.get $text) (i64.const -1)))
    (local.set $opens
      (i64.and (local.get $text) (call $positions (local.get $a) (local.get $b) (local.get $c) (local.get $d) (i32.const 0x7b))))
    (local.set $closes
      (i64.and (local.get $text) (call $positions (local.get $a) (local.get $b) (local.get $c) (local.get $d) (i32.const 0x7d))))

    ;; Only where there are as many closing ones as levels can the object end: then they are looked at one by one.
    (if (i32.le_s (global.get $depth) (call $count (local.get $closes)))
      (then
        (loop $each
          (if (i64.ne (local.get $closes) (i64.const 0))
            (then
              (local.set $close (i64.ctz (local.get $closes)))
              (local.set $before (i64.sub (i64.shl (i64.const 1) (local.get $close)) (i64.const 1)))
              (global.set $depth
                (i32.add (global.get $depth)
                  (i32.sub (call $count (i64.and (local.get $opens) (local.get $before))) (i32.const 1))))
              (if (i32.eqz (global.get $depth))
                (then (return (i32.add (local.get $at) (i32.wrap_i64 (local.get $close))))))
              (local.set $opens (i64.and (local.get $opens) (i64.xor (local.get $before) (i64.const -1))))
              (local.set $closes (i64.and (local.get $closes) (i64.sub (local.get $closes) (i64.const 1))))
              (br $each))))))
    (global.set $depth
      (i32.add (global.get $depth) (i32.sub (call $count (local.get $opens)) (call $count (local.get $closes)))))
    (i32.const -1))

  ;; Any bytes, one by one.
  (func $scanBytes (param $at i32) (param $end i32) (result i32)
    (local $byte i32)
    (block $over
      (loop $next
        (br_if $over (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $byte (i32.load8_u (local.get $at)))
        (if (global.get $escaping)
          (then (global.set $escaping (i32.const 0)))
          (else
            (if (i32.eq (local.get $byte) (i32.const 0x22))
              (then (global.set $inText (i64.xor (global.get $inText) (i64.const -1))))
              (else
                (if (i64.ne (global.get $inText) (i64.const 0))
                  (then (global.set $escaping (i32.eq (local.get $byte) (i32.const 0x5c))))
                  (else
                    (local.set $byte (i32.or (local.get $byte) (i32.const 0x20)))
                    (if (i32.eq (local.get $byte) (i32.const 0x7b))
                      (then (global.set $depth (i32.add (global.get $depth) (i32.const 1)))))
                    (if (i32.eq (local.get $byte) (i32.const 0x7d))
                      (then
                        (global.set $depth (i32.sub (global.get $depth) (i32.const 1)))
                        (if (i32.eqz (global.get $depth)) (then (return (local.get $at))))))))))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next)))
    (i32.const -1))

  ;; The mask of the bytes that are $byte.
  (func $positions (param $a v128) (param $b v128) (param $c v128) (param $d v128) (param $byte i32) (result i64)
    (local $wanted v128)
    (local.set $wanted (i8x16.splat (local.get $byte)))
    (i64.or
      (i64.or
        (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $a) (local.get $wanted))))
        (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $b) (local.get $wanted)))) (i64.const 16)))
      (i64.or
        (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $c) (local.get $wanted)))) (i64.const 32))
        (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $d) (local.get $wanted)))) (i64.const 48)))))

  (func $count (param $mask i64) (result i32)
    (i32.wrap_i64 (i64.popcnt (local.get $mask)))))
