<?php
/*
Plugin Name: Weather suitability proxy
Description: Answers the site's calendars at /wp-json/suitability, with the site's key and within its quota.
*/

// A site's own small server for its visitors' weather. It answers only the questions that the site has set up. It asks the
// service with the site's key, which no visitor sees. One file without dependencies, for PHP 8.1 and later. Set
// SUITABILITY_URL, SUITABILITY_API_KEY and SUITABILITY_CALENDARS in the environment, or as constants in wp-config.php:
//
//   define('SUITABILITY_CALENDARS', 'lat=51.434&lng=-0.214&sport=tennis&duration_minutes=90&days=7&step_minutes=60&explain=true');
//
// As a file of a site, it answers below its own name, such as /suitability-proxy.php/v1/forecast. As a plugin of WordPress, in
// a folder of wp-content/plugins/, it answers at /wp-json/suitability. docs/embedding.md says the rest.

declare(strict_types=1);

namespace SuitabilityProxy;

const HOUR = 3600;
const HORIZON = 168 * HOUR;

const FORECAST = '/v1/forecast';
const CONFIDENCE = '/v1/booking-confidence';

/** The parameters that <suitability-calendar> adds to ask about a clicked start. */
const CLICK = ['explain' => 'true', 'odds' => 'true'];

/** The languages that <suitability-calendar> asks for. Each language has its own stored answer. */
const LANGUAGE = '/^(?:de|de-CH|en|en-GB|en-US|es|fr|it|nl|pt|sv)$/D';

/** Only quarter hours: otherwise a stranger could cause a call for every minute. */
const START_TIME = '/^\d{4}-\d\d-\d\dT\d\d:(?:00|15|30|45):00Z$/D';

/** Clicks must leave the calendars this share of the calls that would be left now if the month's were spent evenly. */
const CALENDARS_SHARE = 0.75;

/** Answers and quota figures that are older are not used. */
const USABLE = 24 * HOUR;

const UPSTREAM_TIMEOUT = 10;

/** The pause after a failure without Retry-After, and the longest pause after any failure. */
const PAUSE = 60;
const PAUSE_MAX = 3600;

const HTTP_DATE = '/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/D';

/** The headers of an answer that are passed on to visitors. */
const PASSED_HEADERS = ['content-type', 'content-language', 'weather-source', 'scoring-model-version'];

function setting(string $name): string
{
    return (string) (defined($name) ? constant($name) : (getenv($name) ?: ($_SERVER[$name] ?? '')));
}

/** @return string[] Queries of /v1/forecast. */
function calendars(): array
{
    return preg_split('/\s+/', setting('SUITABILITY_CALENDARS'), -1, PREG_SPLIT_NO_EMPTY);
}

/**
 * Returns the path and query to send to the service; null if the site has not set this question up. A calendar's query is
 * sent as set up. A click asks about one of the calendar's starts, in the visitor's language.
 */
function address_of(string $path, string $query): ?string
{
    $asked = parameters($query);
    $isClick = str_ends_with($path, CONFIDENCE);
    if (!($isClick ? is_start($asked['start_time'] ?? '') : str_ends_with($path, FORECAST))) {
        return null;
    }
    foreach (calendars() as $calendar) {
        $question = $isClick ? slot_of($calendar, $asked['start_time'], $asked['lang'] ?? '') : parameters($calendar);
        if ($question === $asked) {
            return ($isClick ? CONFIDENCE : FORECAST) . '?' . http_build_query($question);
        }
    }
    return null;
}

/** @return array<string, string> The query of <suitability-calendar> for a clicked start. */
function slot_of(string $calendar, string $start, string $lang): array
{
    $slot = ['start_time' => $start] + CLICK + parameters($calendar);
    unset($slot['days'], $slot['step_minutes']);
    if (preg_match(LANGUAGE, $lang) === 1) {
        $slot['lang'] = $lang;
    }
    ksort($slot, SORT_STRING);
    return $slot;
}

/** @return array<string, string> Sorted by name. Unlike parse_str, it does not change names. */
function parameters(string $query): array
{
    $values = [];
    foreach (array_filter(explode('&', $query), strlen(...)) as $pair) {
        [$name, $value] = explode('=', $pair, 2) + [1 => ''];
        $values[urldecode($name)] = urldecode($value);
    }
    // WordPress with plain permalinks passes its route in this parameter.
    unset($values['rest_route']);
    ksort($values, SORT_STRING);
    return $values;
}

function is_start(string $text): bool
{
    return preg_match(START_TIME, $text) === 1 && strtotime($text) <= time() + HORIZON;
}

/** The folder of the stored answers. Nobody can guess its name without the key. */
function folder(): string
{
    $name = 'suitability-' . hash_hmac('sha256', __FILE__, setting('SUITABILITY_API_KEY'));
    $folder = (setting('SUITABILITY_FOLDER') ?: sys_get_temp_dir()) . '/' . $name;
    if (!is_dir($folder)) {
        @mkdir($folder, 0700, true);
    }
    return $folder;
}

function file_of(string $key): string
{
    return folder() . '/' . sha1($key) . '.json';
}

function stored(string $key): array
{
    return json_decode((string) @file_get_contents(file_of($key)), true) ?? [];
}

function store(string $key, array $value): void
{
    $file = file_of($key);
    // No reader sees half a file.
    file_put_contents("$file.new", json_encode($value, JSON_THROW_ON_ERROR));
    rename("$file.new", $file);
    touch($file, time());
    foreach (glob(folder() . '/*.json') as $other) {
        if (@filemtime($other) < time() - USABLE) {
            @unlink($other);
        }
    }
}

/** What is known about an address, and whether to ask the service. */
function look(string $address): array
{
    $month = stored('month') + ['quota' => 1, 'left' => 1, 'length' => 1, 'end' => 0, 'at' => 0, 'pause' => null];
    ['answer' => $answer, 'pause' => $ownPause] = stored($address) + ['answer' => null, 'pause' => null];
    $pauses = array_filter([$month['pause'], $ownPause], fn($pause) => ($pause['until'] ?? 0) > time());
    $pause = reset($pauses) ?: null;
    // Older figures are not used: the site may have a larger plan now.
    $monthLeft = time() - $month['at'] < USABLE ? max(0, $month['end'] - time()) : 0;
    // Calls at this interval last until the end of the month. If none are left, the interval is the whole month's.
    $perCall = $month['left'] > 0 ? $monthLeft / $month['left'] : $month['length'] / $month['quota'];
    // The calendars take turns in making them. During a pause, answers past their max-age are stale, and Cache-Status says why.
    $turns = $pause === null ? count(calendars()) * $perCall : 0;
    $term = max($answer['max_age'] ?? 0, $turns);
    $age = time() - ($answer['at'] ?? 0);
    $isClick = str_starts_with($address, CONFIDENCE);
    $kept = $isClick ? CALENDARS_SHARE * $month['quota'] * $monthLeft / $month['length'] : 0;
    $isAllowed = $pause === null && ($monthLeft === 0 || $month['left'] - 1 >= $kept);
    return [
        'answer' => $age < USABLE ? $answer : null,
        'age' => $age,
        'term' => $term,
        'is_to_be_asked' => $isAllowed && ($answer === null || $age >= $term),
        'pause' => $pause,
        'wait' => $pause !== null ? $pause['until'] - time() : ($month['left'] > 0 ? $perCall : $monthLeft),
    ];
}

/** Asks the service, and stores its answer. */
function ask(string $address): void
{
    [$status, $headers, $body] = fetch(rtrim(setting('SUITABILITY_URL'), '/') . $address);
    $month = ['pause' => null] + month_of($headers) + stored('month');
    // PHP does not report a body that broke off, but such a body is not valid JSON.
    if ($status === 200 && json_decode($body) !== null) {
        preg_match('/max-age="?(\d+)/i', $headers['cache-control'] ?? '', $match);
        $passed = array_intersect_key($headers, array_flip(PASSED_HEADERS));
        $answer = ['at' => time(), 'max_age' => (int) ($match[1] ?? 0), 'headers' => $passed, 'body' => $body];
        store($address, ['answer' => $answer]);
        store('month', $month);
        return;
    }
    $reason = preg_match('/"reason":"([A-Z_]+)"/', $body, $match) === 1 ? $match[1] : 'UPSTREAM_FAILED';
    error_log("$address: " . ($status ?: 'no answer') . ", $reason");
    $pause = ['until' => time() + pause_seconds($headers['retry-after'] ?? ''), 'reason' => $reason];
    // An error in one question does not pause the others.
    if ($status === 400) {
        store($address, ['pause' => $pause] + stored($address));
    }
    store('month', ($status === 400 ? [] : ['pause' => $pause]) + $month);
}

/** Digits, or a date (RFC 9110, section 10.2.3); the pause for anything else. */
function pause_seconds(string $retryAfter): int
{
    $until = preg_match(HTTP_DATE, $retryAfter) === 1 ? (int) strtotime($retryAfter) : time();
    $seconds = ctype_digit($retryAfter) ? (int) $retryAfter : $until - time();
    return $seconds > 0 ? min($seconds, PAUSE_MAX) : PAUSE;
}

/** @return array{int, array<string, string>, string} Status (0 if there is no answer), headers, body. */
function fetch(string $url): array
{
    $context = stream_context_create(['http' => [
        'header' => 'X-API-Key: ' . setting('SUITABILITY_API_KEY'),
        'timeout' => UPSTREAM_TIMEOUT,
        'ignore_errors' => true,
        // No redirect may carry the key to another server.
        'follow_location' => 0,
    ]]);
    $stream = @fopen($url, 'r', false, $context);
    if ($stream === false) {
        return [0, [], ''];
    }
    $body = stream_get_contents($stream);
    ['wrapper_data' => $lines, 'timed_out' => $isTimedOut] = stream_get_meta_data($stream);
    $headers = [];
    foreach ($lines as $line) {
        [$name, $value] = explode(':', $line, 2) + [1 => ''];
        $headers[strtolower($name)] = trim($value);
    }
    $status = $isTimedOut || $body === false ? 0 : (int) (explode(' ', $lines[0])[1] ?? 0);
    return [$status, $headers, (string) $body];
}

/** The month's quota from the headers; empty without them. */
function month_of(array $headers): array
{
    $isTold = preg_match('/"month"; *q=(\d+); *w=(\d+)/', $headers['ratelimit-policy'] ?? '', $policy) === 1
        && preg_match('/"month"; *r=(\d+); *t=(\d+)/', $headers['ratelimit'] ?? '', $state) === 1;
    return $isTold
        ? [
            'quota' => (int) $policy[1],
            'left' => (int) $state[1],
            'length' => (int) $policy[2],
            'end' => time() + (int) $state[2],
            'at' => time(),
        ]
        : [];
}

/** @return array{int, array<string, string>, string} The reply to a visitor: status, headers, body. */
function reply_to(string $method, string $path, string $query): array
{
    if ($method !== 'GET' && $method !== 'HEAD') {
        return problem(405, 'Use GET.', 'METHOD_NOT_ALLOWED', ['allow' => 'GET, HEAD']);
    }
    $address = address_of($path, $query);
    if ($address === null) {
        return problem(404, 'This site has not set this up.', 'NOT_SET_UP');
    }
    $start = parameters($query)['start_time'] ?? null;
    if ($start !== null && strtotime($start) < time() - time() % HOUR) {
        return problem(400, 'This start has passed.', 'START_IN_PAST');
    }
    ['is_to_be_asked' => $isToBeAsked, 'answer' => $answer] = look($address);
    if ($isToBeAsked) {
        // One call at a time, so that concurrent visitors share an answer and each call knows how many calls are left. A
        // visitor for whom there is an older answer does not wait for the lock.
        $lock = fopen(folder() . '/lock', 'c');
        if (flock($lock, $answer === null ? LOCK_EX : LOCK_EX | LOCK_NB) && look($address)['is_to_be_asked']) {
            ask($address);
        }
        fclose($lock);
    }
    ['answer' => $answer, 'age' => $age, 'term' => $term, 'pause' => $pause, 'wait' => $wait] = look($address);
    $reason = $pause['reason'] ?? 'QUOTA_SHARED';
    if ($answer === null) {
        $retry = ['retry-after' => (string) max(1, (int) ceil($wait))];
        return $pause === null
            ? problem(429, 'As much has been asked as this site may ask for now.', $reason, $retry)
            : problem(503, 'There is no forecast at the moment.', $reason, $retry);
    }
    $left = (int) ceil($term - $age);
    return [200, [
        ...$answer['headers'],
        'x-content-type-options' => 'nosniff',
        'age' => (string) $age,
        // Caches subtract the age from max-age, so they keep the answer for at most another minute.
        'cache-control' => $left > 0 ? 'public, max-age=' . ($age + min($left, 60)) : 'no-cache',
        'cache-status' => "suitability-proxy; hit; ttl=$left" . ($left > 0 ? '' : "; detail=$reason"),
    ], $answer['body']];
}

/** @return array{int, array<string, string>, string} */
function problem(int $status, string $detail, string $reason, array $headers = []): array
{
    $body = ['type' => 'about:blank', 'status' => $status, 'detail' => $detail, 'reason' => $reason];
    $headers += ['content-type' => 'application/problem+json', 'cache-control' => 'no-store'];
    return [$status, $headers, json_encode($body, JSON_THROW_ON_ERROR)];
}

function answer(string $path): never
{
    [$status, $headers, $body] = reply_to($_SERVER['REQUEST_METHOD'], $path, $_SERVER['QUERY_STRING'] ?? '');
    http_response_code($status);
    foreach ($headers as $name => $value) {
        header("$name: $value");
    }
    echo $body;
    exit;
}

if (defined('ABSPATH')) {
    add_action('rest_api_init', function (): void {
        foreach (['/forecast', '/booking-confidence'] as $route) {
            register_rest_route('suitability/v1', $route, [
                'methods' => 'GET',
                'permission_callback' => '__return_true',
                'callback' => fn() => answer("/v1$route"),
            ]);
        }
    });
} else {
    answer((string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
}
